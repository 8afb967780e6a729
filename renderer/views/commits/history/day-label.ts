/** Returns the day, in a word where it is today or yesterday. */
export function dayLabel(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Date unknown";
  const day = (time: number) => new Date(time).toDateString();
  const text = dayFormat.format(date);
  if (date.toDateString() === day(Date.now())) return `Today, ${text}`;
  return date.toDateString() === day(Date.now() - 86_400_000) ? `Yesterday, ${text}` : text;
}

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
