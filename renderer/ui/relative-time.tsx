import { formatAbsoluteTime, formatRelativeDay, formatRelativeTime } from "./format-time.ts";
import { useTextOfNow } from "./shared-clock.ts";

export interface RelativeTimeProps {
  /** ISO text, epoch milliseconds or a Date. */
  readonly time: string | number | Date;
  /** It may be ahead, such as an expiry; else the clock of the service is, and "just now" is shown. */
  readonly future?: boolean;
}

/** Time since (or until) a moment, updated live; the exact time on hover. */
export function RelativeTime({ time, future = false }: RelativeTimeProps) {
  const date = new Date(time);
  const text = useTextOfNow((now) => formatRelativeTime(date, now, future));
  return (
    <time
      dateTime={Number.isNaN(date.getTime()) ? undefined : date.toISOString()}
      title={formatAbsoluteTime(date)}
    >
      {text}
    </time>
  );
}

/** Days since a day such as "2026-11-26", of which a service knows no time, updated live; the date on hover. */
export function RelativeDay({ day }: { readonly day: string }) {
  const text = useTextOfNow((now) => formatRelativeDay(day, now));
  return (
    <time dateTime={day} title={day}>
      {text}
    </time>
  );
}
