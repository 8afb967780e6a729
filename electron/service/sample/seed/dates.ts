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
