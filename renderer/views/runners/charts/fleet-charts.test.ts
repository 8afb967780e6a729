import { expect, it } from "vitest";
import type { RecentJob } from "../fleet/fleet-row.ts";
import { loadSeries } from "./fleet-charts.tsx";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const job = (id: number, from: number | null, to: number | null, status = "success"): RecentJob => ({
  id,
  name: `job-${id}`,
  status,
  project: null,
  startedAt: from === null ? null : at(from),
  finishedAt: to === null ? null : at(to),
});
const now = Date.UTC(2026, 0, 1, 0, 40);

it("counts the most jobs that ran at the same time in each span", () => {
  const series = loadSeries(
    [
      job(1, 0, 15),
      job(2, 5, 12, "failed"),
      job(3, 12, 14),
      job(4, 35, null, "running"),
      job(5, null, null, "pending"),
    ],
    now,
    4,
  );
  expect(series.map(({ peak }) => peak)).toEqual([2, 2, 0, 1]);
  expect(series.map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
    [0, 0],
    [2, 1],
    [0, 0],
    [0, 0],
  ]);
});

it("is empty where no job has started", () => {
  expect(loadSeries([job(1, null, null, "pending")], now, 4)).toEqual([]);
});
