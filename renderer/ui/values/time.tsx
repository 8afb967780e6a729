import { useSyncExternalStore } from "react";
import { capitalize } from "../../../shared/text/capitalize.ts";

interface RelativeTimeProps {
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

/** Milliseconds between two ticks, within which a text such as "2 minutes ago" may be late. */
const tickMs = 30_000;

const listeners = new Set<() => void>();
const clock: { timer?: ReturnType<typeof setInterval> } = {};

/** Calls a function at each tick of the one timer that all texts about times share. Returns what ends that. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  clock.timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock.timer);
    delete clock.timer;
  };
}

/** Returns a text that depends on the current time, kept current. Nothing is rendered while it stays the same. */
function useTextOfNow(format: (now: Date) => string): string {
  const text = () => format(new Date());
  return useSyncExternalStore(onTick, text, text);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** The formats, created at first use, since that is slow. */
const formats: { relative?: Intl.RelativeTimeFormat; absolute?: Intl.DateTimeFormat } = {};
const relative = () => (formats.relative ??= new Intl.RelativeTimeFormat("en", { numeric: "auto" }));
const absolute = () =>
  (formats.absolute ??= new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" }));

/** Seconds that the clock of a service may be ahead of this machine's. */
const maxClockSkew = 86_400;

/**
 * A moment as the distance from `now` ("3 hours ago", "in 2 days"); under 45 seconds it is "just now". So is a moment
 * ahead of `now`, which the clock of a service reported, unless it `isFuture`: an expiry, a next attempt, which is "in a
 * moment".
 */
export function formatRelativeTime(time: Date, now: Date, isFuture = false): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "unknown";
  const size = Math.abs(seconds);
  if (isFuture && seconds > 0 && size < 45) return "in a moment";
  if (size < 45 || (seconds > 0 && seconds < maxClockSkew && !isFuture)) return "just now";
  // 0.95: 58 minutes are shown as "1 hour", not "58 minutes".
  const [unit, length] = units.find(([, candidate]) => size >= candidate * 0.95) ?? ["minute", 60];
  const amount = Math.max(1, Math.round(size / length));
  return relative().format(seconds < 0 ? -amount : amount, unit);
}

/** A day such as "2026-11-26", in the time zone of services, as the distance from `now`: "Today", "3 days ago". */
export function formatRelativeDay(day: string, now: Date): string {
  const time = new Date(day);
  const days = Math.floor(now.getTime() / 86_400_000) - Math.floor(time.getTime() / 86_400_000);
  return days < 7 ? capitalize(relative().format(Math.min(0, -days), "day")) : formatRelativeTime(time, now);
}

/** A moment in full, in the user's time zone. */
export const formatAbsoluteTime = (time: Date): string =>
  Number.isNaN(time.getTime()) ? "unknown" : absolute().format(time);

/** Seconds in the two largest units that matter: "42 s", "3 min 05 s", "2 h 07 min", "4 d 3 h". */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "unknown";
  if (seconds < 10 && seconds % 1 !== 0) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (amount: number) => String(amount).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}
