import { expect, it } from "vitest";
import { type Job, job as jobShape } from "../../../shared/api/resources/job-shapes.ts";
import { groupByStage } from "../../features/ci/group-jobs.ts";
import { type JobListRow, rowsByPipeline, rowsByStage } from "./job-list.tsx";

const job = (id: number, name: string, more: object = {}): Job =>
  jobShape.parse({ id, name, stage: "test", status: "success", ...more });
const of = (pipeline: number) => ({ pipeline: { id: pipeline, sha: "a", status: "success" } });
const words = (rows: readonly JobListRow[]) =>
  rows.map((row) =>
    row.kind === "head"
      ? row.key
      : `${row.job.name} #${row.job.id}${row.attempt ? ` attempt ${row.attempt}` : ""}${row.isReplaced ? " replaced" : ""}`,
  );

it("puts a heading wherever the pipeline changes, and gives each a key of its own", () => {
  const jobs = [job(9, "a", of(2)), job(8, "b", of(2)), job(7, "c", of(1)), job(6, "d", of(2)), job(5, "e")];
  expect(words(rowsByPipeline(jobs))).toEqual([
    "pipeline 2 0",
    "a #9",
    "b #8",
    "pipeline 1 1",
    "c #7",
    "pipeline 2 2",
    "d #6",
    "e #5",
  ]);
});

it("shows earlier attempts below the job that replaced them", () => {
  const stages = groupByStage([job(1, "unit"), job(2, "lint"), job(3, "unit"), job(4, "unit")]);
  expect(words(rowsByStage(stages, true))).toEqual([
    "stage test",
    "unit #4 attempt 3",
    "unit #3 attempt 2 replaced",
    "unit #1 attempt 1 replaced",
    "lint #2",
  ]);
  expect(words(rowsByStage(stages, false))).toEqual(["stage test", "unit #4 attempt 3", "lint #2"]);
});
