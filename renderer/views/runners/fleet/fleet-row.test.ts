import { expect, it } from "vitest";
import { job } from "../../../../shared/api/resources/job-shapes.ts";
import { activity, rateText, summariseJobs } from "./fleet-row.ts";

it.each([
  ["11.10.0", { active: false }],
  ["14.7.2", { active: false }],
  ["14.8.0-ee", { paused: true }],
  ["18.5.1", { paused: true }],
  [null, { active: false }],
])("pauses a runner of version %s with %j", (version, expected) => {
  expect(activity(version, true)).toEqual(expected);
});

const jobs = (...statuses: string[]) =>
  statuses.map((status, index) => job.parse({ id: index + 1, name: `job-${index + 1}`, status }));

it("counts failures among the jobs that ended with success or failure", () => {
  const summary = summariseJobs(
    jobs("success", "failed", "canceled", "running", "success", "failed", "manual"),
  );
  expect(summary).toMatchObject({ failed: 2, finished: 4, failureRate: 0.5, running: 1 });
  expect(summary.current?.name).toBe("job-4");
  expect(summary.jobs.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

it("has no rate where no job ended, and counts the last 100 only", () => {
  expect(summariseJobs(jobs("running", "canceled")).failureRate).toBeNull();
  const many = summariseJobs(jobs(...Array.from({ length: 150 }, (_, i) => (i < 50 ? "failed" : "success"))));
  expect(many).toMatchObject({ failed: 0, finished: 100, failureRate: 0 });
  expect([rateText(null), rateText(0), rateText(0.126)]).toEqual(["–", "0%", "13%"]);
});
