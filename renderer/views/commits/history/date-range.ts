const format = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** Returns the days from `since` to `until` (as `2026-11-23`) as a person reads them. */
export function dateRangeLabel(since: string | undefined, until: string | undefined): string {
  const [from, to] = [dayOf(since), dayOf(until)];
  if (from && to) return format.formatRange(from, to);
  if (from) return `Since ${format.format(from)}`;
  return to ? `Until ${format.format(to)}` : "Any date";
}

/** Returns the day that was `days` before today, as `2026-11-23` in local time. */
export function daysAgo(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  const part = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}`;
}

const dayOf = (text: string | undefined): Date | null => (text ? new Date(`${text}T00:00:00`) : null);
