import type { Random } from "./random.ts";

/** Working times, one after another: most within a day of the last, none at night or on Sundays. */
export function createCalendar(random: Random, start: Date): () => Date {
  let now = start.getTime();
  return () => {
    now += random.int(12, 60 * 11) * 60_000;
    let date = new Date(now);
    while (date.getUTCHours() < 6 || date.getUTCHours() > 17 || date.getUTCDay() === 0) {
      now += 45 * 60_000;
      date = new Date(now);
    }
    return date;
  };
}
