import type { Random } from "./seeded-random.ts";

const dayMs = 24 * 3_600_000;
const weekMs = 7 * dayMs;

/** Day on which the sample's last commits, reviews and jobs are dated. */
export const sampleDay = "2026-06-19";

/** Returns the time that an ISO time of the sample's sources is moved to. */
export type SampleDates = (time: string) => Date;

/**
 * Moves the sample so that its latest activity is in the week before `today`. Whole weeks, so that a working day stays
 * one; with {@link sampleDay} all times stay as written.
 */
export function datesUntil(today: Date): SampleDates {
  const weeks = Math.floor((today.getTime() - Date.parse(sampleDay)) / weekMs);
  return (time) => new Date(Date.parse(time) + weeks * weekMs);
}

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
