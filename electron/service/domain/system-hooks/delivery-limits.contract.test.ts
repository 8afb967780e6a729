import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listDeliveries } from "../../store/hooks/hook-deliveries.ts";
import { insertSystemHook, type SystemHook } from "../../store/hooks/system-hooks.ts";
import { parseCount } from "../../store/rows.ts";
import { openStore } from "../../store/schema/open-store.ts";
import type { Store } from "../../store/store.ts";
import { DeliveryQueue, type DeliveryQueueOptions, maxConcurrent } from "./delivery-queue.ts";
import { allowLocalHooks } from "./hook-reach.ts";
import { queueEvent, queueFor } from "./queued-deliveries.ts";
import { type Receiver, startReceiver } from "./testing/receiver.ts";

let folder: string;
let receiver: Receiver;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-hook-limits-"));
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(data = mkdtempSync(join(folder, "data-"))): Store {
  const store = openStore(data);
  allowLocalHooks(store);
  return store;
}

function start(store: Store, options: Partial<DeliveryQueueOptions> = {}): DeliveryQueue {
  const errors: unknown[] = [];
  const queue = new DeliveryQueue(store, {
    serviceUrl: () => "http://service.test",
    onError: (error) => errors.push(error),
    retryDelaysMs: [60_000],
    quietMs: 0,
    recordMs: 5,
    limits: { connectMs: 2_000, totalMs: 2_000, maxBodyBytes: 1024 },
    ...options,
  });
  ends.push(async () => {
    await queue.close();
    expect(errors).toEqual([]);
  });
  return queue;
}

const addHook = (store: Store, url: string): SystemHook =>
  insertSystemHook(store, { url, token: null, events: new Set(["push_events"]), checksCertificates: true });

const countOf = (store: Store, state: string): number =>
  parseCount("n", store.get("SELECT count(*) AS n FROM hook_deliveries WHERE state = ?", state));
const push = (store: Store, index: number) => queueEvent(store, "push_events", { index });
const indexesAt = (path: string) =>
  receiver.received.filter((each) => each.path === path).map(({ body }) => body.index);

it("delivers to a few hooks at a time", async () => {
  const store = open();
  const hooks = 3 * maxConcurrent;
  for (let index = 0; index < hooks; index++) addHook(store, `http://slow-${index}.example.test/`);
  push(store, 0);
  const waiting: (() => void)[] = [];
  let asked = 0;
  start(store, {
    limits: { connectMs: 60_000, totalMs: 60_000, maxBodyBytes: 1024 },
    resolve: () => {
      asked++;
      return new Promise((_, reject) => waiting.push(() => reject(new Error("no such name"))));
    },
  });
  for (let ended = 0; ended < hooks; ended++) {
    await expect.poll(() => asked).toBe(Math.min(hooks, ended + maxConcurrent));
    expect(waiting.length).toBeLessThanOrEqual(maxConcurrent);
    waiting.shift()?.();
  }
  await expect
    .poll(() => store.all("SELECT 1 FROM hook_deliveries WHERE attempts <> '[]'").length)
    .toBe(hooks);
});

it("delivers to each hook in order", async () => {
  const store = open();
  const [hooks, events] = [6, 10];
  for (let index = 0; index < hooks; index++) addHook(store, `${receiver.url}/counts-${index}`);
  for (let index = 0; index < events; index++) push(store, index);
  start(store);
  await expect.poll(() => countOf(store, "delivered"), { timeout: 20_000 }).toBe(hooks * events);
  for (let index = 0; index < hooks; index++)
    expect(indexesAt(`/counts-${index}`)).toEqual(Array.from({ length: events }, (_, n) => n));
});

it("tries a hook that cannot be reached once a pause, whatever is queued for it, and the others meanwhile", async () => {
  const store = open();
  const lookups: string[] = [];
  for (let index = 0; index < 100; index++) addHook(store, `http://gone-${index}.example.test/`);
  const good = addHook(store, `${receiver.url}/good`);
  start(store, {
    resolve: (name) => {
      lookups.push(name);
      return Promise.reject(new Error(`getaddrinfo ENOTFOUND ${name}`));
    },
  });
  for (let index = 0; index < 5; index++) push(store, index);
  await expect.poll(() => new Set(lookups).size, { timeout: 20_000 }).toBe(100);
  await expect.poll(() => indexesAt("/good")).toEqual([0, 1, 2, 3, 4]);
  for (let index = 5; index < 10; index++) push(store, index);
  await expect.poll(() => indexesAt("/good").length).toBe(10);
  await expect.poll(() => countOf(store, "delivered")).toBe(10);
  expect(lookups).toHaveLength(100);
  expect(countOf(store, "pending")).toBe(1000);
  expect(listDeliveries(store, good.id, { limit: 1, offset: 0 }).total).toBe(10);
});

it("stores the results of many attempts with one write", async () => {
  const store = open();
  const { transaction } = store;
  let writes = 0;
  store.transaction = (work) => {
    writes++;
    return transaction(work);
  };
  for (let index = 0; index < 60; index++) addHook(store, `http://127.0.0.1:1/${index}`);
  const queue = start(store, { recordMs: 60_000 });
  writes = 0;
  push(store, 0);
  const attempted = () => store.all("SELECT 1 FROM hook_deliveries WHERE attempts <> '[]'").length;
  await expect.poll(() => queue.unrecorded, { timeout: 20_000 }).toBe(60);
  expect([attempted(), writes]).toEqual([0, 0]);
  await queue.close();
  expect([attempted(), writes]).toEqual([60, 1]);
});

it("sends all in order once a hook is back, also after a restart", async () => {
  const data = mkdtempSync(join(folder, "data-"));
  const path = "/back";
  const first = open(data);
  const gone = await startReceiver();
  await gone.close();
  const hook = addHook(first, `${gone.url}${path}`);
  const queue = start(first);
  for (let index = 0; index < 20; index++) push(first, index);
  await expect
    .poll(() => listDeliveries(first, hook.id, { limit: 100, offset: 0 }).deliveries.at(-1)?.attempts.length)
    .toBe(1);
  await queue.close();
  first.close();
  const second = open(data);
  second.run("UPDATE system_hooks SET url = ?", `${receiver.url}${path}`);
  start(second);
  await expect.poll(() => countOf(second, "delivered"), { timeout: 20_000 }).toBe(20);
  expect(indexesAt(path)).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

it("gives up what waited as long as a delivery is tried", async () => {
  const store = open();
  const gone = await startReceiver();
  await gone.close();
  const hook = addHook(store, `${gone.url}/x`);
  for (let index = 0; index < 3; index++) push(store, index);
  start(store, { retryDelaysMs: [1, 1] });
  await expect.poll(() => countOf(store, "failed")).toBe(3);
  const { deliveries } = listDeliveries(store, hook.id, { limit: 3, offset: 0 });
  expect(deliveries.map(({ attempts }) => attempts.length)).toEqual([1, 1, 3]);
});

it("sends what somebody asks for at once, also to a hook that is paused", async () => {
  const store = open();
  const gone = await startReceiver();
  await gone.close();
  const hook = addHook(store, `${gone.url}/x`);
  push(store, 0);
  start(store);
  const newest = () => listDeliveries(store, hook.id, { limit: 1, offset: 0 }).deliveries[0];
  await expect.poll(() => newest()?.attempts.length).toBe(1);
  expect(Date.parse(newest()?.attempts[0]?.nextAt ?? "")).toBeGreaterThan(Date.now() + 30_000);
  const test = queueFor(store, hook, { trigger: "test", payload: "{}" });
  await expect.poll(() => newest()).toMatchObject({ id: test, attempts: [{ status: null }] });
});
