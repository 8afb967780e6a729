import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client.ts";
import { readFleet, readRunnerIds, runnerDetailQuery, unreadIds } from "./read-fleet.ts";

/** Ids that were requested. */
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const id = Number(/runners\/(\d+)/.exec(url)?.[1]);
    asked.push(`${/\/jobs/.test(url) ? "jobs" : "detail"} ${id}`);
    if (id === 13) return Response.json({ code: "not_found", message: "gone" }, { status: 404 });
    if (/\/jobs/.test(url)) return Response.json([]);
    return Response.json({
      id,
      description: `pier-${id}`,
      status: "online",
      token: "glrt-secret",
      tag_list: [],
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const needs = { details: true, jobs: false };

it("reads what is not known of a fleet once, without the secret token, and counts what failed", async () => {
  const client = createQueryClient();
  const signal = new AbortController().signal;
  const onRead = vi.fn();
  expect(await readFleet(client, "1", [11, 12, 13], needs, onRead, signal)).toBe(1);
  expect(onRead).toHaveBeenCalledTimes(3);
  expect(unreadIds(client, "1", [11, 12, 13, 14], needs)).toEqual([13, 14]);
  expect([...readRunnerIds(client, "1")].toSorted()).toEqual([11, 12, 13]);
  expect(readRunnerIds(client, "2").size).toBe(0);
  expect(unreadIds(client, "1", [11], { details: true, jobs: true })).toEqual([11]);
  await readFleet(client, "1", [11, 12], needs, onRead, signal);
  expect(asked).toEqual(["detail 11", "detail 12", "detail 13"]);
  expect(JSON.stringify(client.getQueryData(runnerDetailQuery("1", 11).queryKey))).not.toContain(
    "glrt-secret",
  );
});

it("reads again what may have changed, where that is asked for", async () => {
  const client = createQueryClient();
  const { signal } = new AbortController();
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  await readFleet(client, "1", [11, 12], needs, vi.fn(), signal);
  const fresh = { ...needs, readSince: Date.now() };
  await client.invalidateQueries({ queryKey: runnerDetailQuery("1", 11).queryKey, refetchType: "none" });
  expect([unreadIds(client, "1", [11, 12], needs), unreadIds(client, "1", [11, 12], fresh)]).toEqual([
    [],
    [11],
  ]);
  await readFleet(client, "1", [11, 12], needs, vi.fn(), signal);
  expect(asked).toHaveLength(2);
  await readFleet(client, "1", [11, 12], fresh, vi.fn(), signal);
  expect(asked).toEqual(["detail 11", "detail 12", "detail 11"]);
  expect(unreadIds(client, "1", [11], fresh)).toEqual([]);
  // Somebody else may have changed what was read an hour ago.
  vi.setSystemTime(Date.now() + 3_600_000);
  const later = { ...needs, readSince: Date.now() };
  expect(unreadIds(client, "1", [11, 12], later)).toEqual([11, 12]);
  await readFleet(client, "1", [12], later, vi.fn(), signal);
  expect(asked.at(-1)).toBe("detail 12");
  expect(asked).toHaveLength(4);
  expect(unreadIds(client, "1", [11, 12], later)).toEqual([11]);
});

it("requests nothing more once it is stopped", async () => {
  const controller = new AbortController();
  const ids = Array.from({ length: 10_000 }, (_, index) => index + 100);
  const stopAtOnce = () => controller.abort();
  await readFleet(createQueryClient(), "1", ids, needs, stopAtOnce, controller.signal);
  expect(asked.length).toBeLessThan(10);
});
