import { Cron } from "croner";

/** Returns whether this machine knows a time zone, such as "Europe/Oslo"; services have names of their own beside those. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the next times after `from` at which five fields of cron are due in a time zone, none where there are none.
 * Returns null for an expression or a zone that cannot be read.
 */
export function nextRuns(cron: string, timeZone: string, from: Date, count: number): readonly Date[] | null {
  if (!isTimeZone(timeZone)) return null;
  try {
    return new Cron(cron.trim(), { timezone: timeZone, mode: "5-part" }).nextRuns(count, from);
  } catch {
    return null;
  }
}
