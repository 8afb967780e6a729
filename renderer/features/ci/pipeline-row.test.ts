import { expect, it } from "vitest";
import { elapsedSeconds } from "./elapsed-time.tsx";
import { pipelineSpan } from "./pipeline-row.tsx";

const at = (seconds: number) => new Date(Date.parse("2026-11-01T10:00:00Z") + seconds * 1000).toISOString();
const job = (start: number | null, end: number | null) => ({
  started_at: start === null ? null : at(start),
  finished_at: end === null ? null : at(end),
});
const secondsOf = (jobs: readonly ReturnType<typeof job>[], isActive: boolean, now: number) => {
  const span = pipelineSpan(jobs, isActive, Date.parse(at(now)));
  return span && elapsedSeconds(span.start, span.end, span.duration, Date.parse(at(now)));
};

it("counts the time in which any job ran, however many did", () => {
  expect(secondsOf([job(0, 60), job(20, 90), job(100, 110)], false, 900)).toBe(100);
  expect(secondsOf([job(null, null)], false, 900)).toBeNull();
  expect(secondsOf([job(0, 60), job(70, null)], false, 900)).toBe(60);
});

it("leaves out the weeks before a job was retried", () => {
  const weeks = 3 * 7 * 86_400;
  expect(secondsOf([job(0, 60), job(weeks, weeks + 5)], false, weeks + 900)).toBe(65);
});

it("continues while a job runs, and pauses while the next one waits", () => {
  const weeks = 3 * 7 * 86_400;
  expect(secondsOf([job(0, 60), job(weeks, null)], true, weeks + 5)).toBe(65);
  expect(secondsOf([job(0, 60), job(null, null)], true, weeks)).toBe(60);
});
