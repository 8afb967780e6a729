import { useEffect, useReducer } from "react";
import { formatAbsoluteTime, formatRelativeDay, formatRelativeTime, staleAfter } from "./format-time.ts";

export interface RelativeTimeProps {
  /** ISO text, epoch milliseconds or a Date. */
  readonly time: string | number | Date;
  /** It may be ahead, such as an expiry; else the clock of the service is, and "just now" is shown. */
  readonly future?: boolean;
}

/** Time since (or until) a moment, updated live; the exact time on hover. */
export function RelativeTime({ time, future = false }: RelativeTimeProps) {
  const date = new Date(time);
  const stamp = date.getTime();
  const [ticks, tick] = useReducer((count: number) => count + 1, 0);
  // At each render, not only the first: a row may get a later time while it stays on screen.
  const now = new Date();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick sets the next one
  useEffect(() => {
    const timer = setTimeout(tick, staleAfter(new Date(stamp), new Date()));
    return () => clearTimeout(timer);
  }, [stamp, ticks]);
  return (
    <time dateTime={Number.isNaN(stamp) ? undefined : date.toISOString()} title={formatAbsoluteTime(date)}>
      {formatRelativeTime(date, now, future)}
    </time>
  );
}

/** Days since a day such as "2026-11-26", of which a service knows no time; the date on hover. */
export const RelativeDay = ({ day }: { readonly day: string }) => (
  <time dateTime={day} title={day}>
    {formatRelativeDay(day, new Date())}
  </time>
);
