import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import type { z } from "zod";
import { comparisonUpdate, searchUpdate } from "../../../shared/host/traces.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { hostTrace, quickPolling as polling, traceText as text } from "../testing/host-traces.ts";
import { endedJob, traceService } from "../testing/trace-service.ts";

afterEach(() => void vi.useRealTimers());

/** Returns the last update of a stream of JSON lines. */
async function lastOf<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
  const line = (await response.text()).trim().split("\n").at(-1) ?? "";
  return schema.parse(JSON.parse(line));
}

it("what is compared and searched stays readable while other logs are opened beyond the limit", async () => {
  await using service = await traceService();
  for (const job of [5, 6, 7]) {
    service.jobs.set(job, endedJob);
    service.traces.set(job, text(3000, job));
  }
  await using host = hostInFolder({ polling });
  const { id } = await host.addAccount(service.url);
  const [trace, other, later] = [5, 6, 7].map((job) => hostTrace(host, id, job));
  if (!trace || !other || !later) return;
  const { generation } = await trace.state();
  await trace.follow(generation);
  const compared = await lastOf(comparisonUpdate, await trace.read("compare", { generation, with: 6 }));
  const query = { generation, text: "line 29", regex: "false", matchCase: "false", word: "false" };
  const found = await lastOf(searchUpdate, await trace.read("search", query));
  const read = async (name: string, range: Record<string, string | number>) => {
    const response = await trace.read(name, range);
    return [response.status, await response.json()];
  };
  const readRows = () =>
    Promise.all([
      read("compared-rows", {
        comparison: "comparison" in compared ? compared.comparison : "",
        from: 0,
        to: 3,
      }),
      read("match-ranges", { search: found.search, from: 2900, to: 2902 }),
    ]);
  const before = await readRows();
  expect(before.map(([status]) => status)).toEqual([200, 200]);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
  await later.follow((await later.state()).generation);
  await host.requestJson("/settings", "PATCH", { storage: { traceLimit: 0 } });
  expect(await readRows()).toEqual(before);
  const fileOf = (name: string) => join(host.folder, "traces", `${name}.log`);
  expect(existsSync(fileOf(generation))).toBe(true);
});
