import { expect, it } from "vitest";
import { job as jobShape } from "../../../../shared/api/resources/job-shapes.ts";
import type { TraceHits } from "../../../../shared/trace-types.ts";
import { hitRowKey, hitRows } from "./pipeline-panel.tsx";

const job = (id: number) => jobShape.parse({ id, name: `job ${id}`, status: "success" });
const hits = (jobId: number, lines: number, listed: readonly number[]): TraceHits => ({
  source: { accountId: "1", project: "g/p", jobId },
  matches: lines,
  lines,
  hits: listed.map((line) => ({ line, text: "x", ranges: [] })),
  done: true,
});

it("lists jobs with hits in the order of the jobs, and reports how many are not listed", () => {
  const rows = hitRows(
    [job(3), job(1), job(2)],
    new Map([
      [1, hits(1, 5, [10, 20])],
      [2, hits(2, 0, [])],
      [3, hits(3, 1, [7])],
    ]),
  );
  expect(rows.map(hitRowKey)).toEqual(["job 3", "3 7", "job 1", "1 10", "1 20", "more 1"]);
  expect(rows.at(-1)).toMatchObject({ kind: "more", count: 3 });
});
