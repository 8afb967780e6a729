const two = (part: number): string => String(part).padStart(2, "0");

/** The time of day of an ISO time, in the user's time zone and to the second; empty where it is none. */
export function clockText(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
