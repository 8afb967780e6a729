import { useEffect, useReducer } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { formatSeconds } from "../../ui/values/time.tsx";

interface ElapsedTimeProps
  extends Optional<{
    /** Seconds as the service measured them, used instead of the difference. */
    duration: number | null;
  }> {
  /** ISO text. */
  readonly start: string | null | undefined;
  /** ISO text; null while it runs. */
  readonly end: string | null | undefined;
}

/** Duration of something, so far while it lasts: then it counts on each second. Nothing where it has not begun. */
export function ElapsedTime({ start, end, duration }: ElapsedTimeProps) {
  const isRunning = start != null && end == null;
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const seconds = elapsedSeconds(start, end, duration, Date.now());
  return seconds === null ? null : <span>{formatSeconds(isRunning ? Math.floor(seconds) : seconds)}</span>;
}

/** Seconds from start to end, to `now` (epoch milliseconds) while it runs; null where it has not begun. */
export function elapsedSeconds(
  start: string | null | undefined,
  end: string | null | undefined,
  duration: number | null | undefined,
  now: number,
): number | null {
  if (end != null && duration != null) return duration;
  if (start == null) return null;
  return Math.max(0, ((end == null ? now : Date.parse(end)) - Date.parse(start)) / 1000);
}
