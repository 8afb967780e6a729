import { useEffect, useState } from "react";
import { absoluteTime, relativeTime, staleAfter } from "./time-text.ts";

export interface RelativeTimeProps {
  /** ISO text, epoch milliseconds or a Date. */
  readonly time: string | number | Date;
}

/** How long ago (or ahead) a moment is, kept current; the exact time on hover. */
export function RelativeTime({ time }: RelativeTimeProps) {
  const date = new Date(time);
  const stamp = date.getTime();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), staleAfter(new Date(stamp), now));
    return () => clearTimeout(timer);
  }, [stamp, now]);
  return (
    <time dateTime={Number.isNaN(stamp) ? undefined : date.toISOString()} title={absoluteTime(date)}>
      {relativeTime(date, now)}
    </time>
  );
}
