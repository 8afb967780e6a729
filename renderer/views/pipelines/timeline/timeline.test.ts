import { describe, expect, it } from "vitest";
import { type Job, job as jobShape } from "../../../../shared/api/resources/job-shapes.ts";
import { groupByStage, latestAttempts } from "../../../features/ci/group-jobs.ts";
import { criticalPath, jobBars, timeAxis } from "./time-axis.ts";

const zero = Date.parse("2026-08-03T07:00:00Z");
const at = (seconds: number) => new Date(zero + seconds * 1000).toISOString();
let id = 0;
const job = (name: string, more: Partial<Job>): Job =>
  jobShape.parse({ id: ++id, name, stage: "test", status: "success", created_at: at(0), ...more });
const ran = (name: string, from: number, to: number, more: Partial<Job> = {}) =>
  job(name, { started_at: at(from), finished_at: at(to), queued_duration: 2, ...more });
const barsOf = (jobs: readonly Job[], now = 1000) => jobBars(latestAttempts(jobs), zero + now * 1000);
const seconds = (time: number | null) => (time === null ? null : (time - zero) / 1000);

describe("bars", () => {
  it("separates waiting for other jobs, queueing and running", () => {
    const [bar] = barsOf([ran("unit", 30, 90)]).bars;
    expect(
      [bar?.waitedFrom, bar?.queuedFrom, bar?.ranFrom, bar?.end].map((time) => seconds(time ?? null)),
    ).toEqual([0, 28, 30, 90]);
  });

  it("counts all time before the start as queueing where the service reports none", () => {
    const [bar] = barsOf([ran("unit", 30, 90, { queued_duration: undefined })]).bars;
    expect([bar?.waitedFrom, seconds(bar?.queuedFrom ?? null)]).toEqual([null, 0]);
  });

  it("lets what runs or is queued grow until now", () => {
    const { bars } = barsOf([
      job("runs", { status: "running", started_at: at(10), queued_duration: 4 }),
      job("queued", { status: "pending", queued_duration: 5 }),
    ]);
    expect(bars.map((bar) => [bar.job.name, seconds(bar.ranFrom), seconds(bar.end)])).toEqual([
      ["runs", 10, 1000],
      ["queued", null, 1000],
    ]);
  });

  it("draws earlier attempts too, and none for what was never queued", () => {
    const { bars, idle } = barsOf([
      ran("unit", 1, 5, { status: "failed" }),
      ran("unit", 20, 30),
      job("deploy", { status: "manual" }),
      job("late", { status: "skipped" }),
    ]);
    expect(bars.map(({ isEarlier, end }) => [isEarlier, seconds(end)])).toEqual([
      [true, 5],
      [false, 30],
    ]);
    expect(idle.map(({ name }) => name)).toEqual(["deploy", "late"]);
  });
});

describe("the critical path", () => {
  const jobs = [
    ran("lint", 2, 20, { stage: "prepare", needs: null }),
    ran("soak", 2, 70, { needs: [] }),
    ran("unit", 22, 60, { needs: null }),
    ran("package", 72, 80, { stage: "deliver", needs: ["unit"] }),
  ];
  it("finds the critical path back from the job that ended last", () => {
    const { bars } = barsOf(jobs);
    const path = criticalPath(bars, groupByStage(jobs), false);
    expect(bars.filter((bar) => path.has(bar.job.id)).map((bar) => bar.job.name)).toEqual([
      "lint",
      "unit",
      "package",
    ]);
  });

  it("continues behind a job that was not run", () => {
    const more = [
      ...jobs,
      job("approve", { stage: "deliver", status: "manual", needs: ["package"] }),
      ran("ship", 90, 95, { stage: "deliver", needs: ["approve"] }),
    ];
    const { bars } = barsOf(more);
    const path = criticalPath(bars, groupByStage(more), false);
    expect(bars.filter((bar) => path.has(bar.job.id)).map((bar) => bar.job.name)).toEqual([
      "lint",
      "unit",
      "package",
      "ship",
    ]);
  });

  it("is not guessed where needs are unknown", () => {
    const unknown = jobs.map((one) => ({ ...one, needs: undefined }));
    const pathOf = (listsNeeds: boolean) =>
      criticalPath(barsOf(unknown).bars, groupByStage(unknown), listsNeeds);
    expect(pathOf(false).size).toBe(0);
    // The local service leaves out the needs of jobs that wait for stages.
    expect(pathOf(true).size).toBeGreaterThan(1);
  });
});

describe("the axis", () => {
  it("spans from the first queued job to the last end, with even marks", () => {
    const axis = timeAxis(barsOf([ran("a", 2, 40), ran("b", 40, 82)]).bars);
    expect([axis.at(zero), axis.at(axis.to), axis.at(zero + 41_000)]).toEqual([0, 1, 0.5]);
    expect(axis.ticks.map((tick) => tick.seconds)).toEqual([0, 15, 30, 45, 60, 75]);
    expect(axis.folds).toEqual([]);
  });

  it("folds the time in which nothing ran", () => {
    const axis = timeAxis(barsOf([ran("a", 2, 60), ran("a", 86_402, 86_460)]).bars);
    expect(axis.folds.map((fold) => fold.seconds)).toEqual([86_340]);
    expect(axis.at(zero + 60_000)).toBeCloseTo(0.48);
    expect(axis.at(zero + 86_400_000)).toBeCloseTo(0.52);
    expect(axis.at(axis.to)).toBeCloseTo(1);
  });

  it("is valid without jobs, and with jobs that took no time", () => {
    expect(timeAxis([]).at(5)).toBe(0);
    const axis = timeAxis(barsOf([ran("a", 5, 5, { queued_duration: 0 })]).bars);
    expect(axis.at(zero + 5000)).toBe(0);
    expect(axis.ticks).toHaveLength(1);
  });

  it("keeps the marks few for days of work", () => {
    const axis = timeAxis(barsOf([ran("a", 2, 20 * 86_400)]).bars);
    expect(axis.ticks.length).toBeLessThanOrEqual(9);
  });
});
