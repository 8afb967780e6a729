import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import { serviceForTests } from "../../routes/testing/service-for-tests.ts";
import type { ServiceStore } from "../../service-store.ts";
import { listDeliveries } from "../../store/hooks/hook-deliveries.ts";
import { deleteHook, type Hook, insertHook } from "../../store/hooks/hooks.ts";
import { parseCount } from "../../store/rows.ts";
import { type Receiver, startReceiver } from "../../testing/hook-receiver.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { DeliveryQueue, type DeliveryQueueOptions, maxConcurrent } from "./delivery-queue.ts";
import { EventPoster } from "./posts/post-event.ts";
import { queueEvent, queueFor } from "./queued-deliveries.ts";
import { startHooks } from "./start-hooks.ts";

describe("delivery limits", () => {
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

  /** Each queue starts a thread of its own. */
  const untilSent = { timeout: 20_000 };

  function open(data = mkdtempSync(join(folder, "data-"))): ServiceStore {
    return openTestStore(data, { allowsLocalHooks: true });
  }

  function start(store: ServiceStore, options: Partial<DeliveryQueueOptions> = {}): DeliveryQueue {
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

  const addHook = (store: ServiceStore, url: string): Hook =>
    insertHook(store, { url, token: null, events: new Set(["push_events"]), checksCertificates: true });

  const countOf = (store: ServiceStore, state: string): number =>
    parseCount("n", store.get("SELECT count(*) AS n FROM hook_deliveries WHERE state = ?", state));
  const push = (store: ServiceStore, index: number) => queueEvent(store, "push_events", { index });
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
      post: new EventPoster(() => {
        asked++;
        return new Promise((_, reject) => waiting.push(() => reject(new Error("no such name"))));
      }).post,
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
      post: new EventPoster((name) => {
        lookups.push(name);
        return Promise.reject(new Error(`getaddrinfo ENOTFOUND ${name}`));
      }).post,
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
    push(store, 0);
    writes = 0;
    const attempted = () => store.all("SELECT 1 FROM hook_deliveries WHERE attempts <> '[]'").length;
    await expect.poll(() => queue.unrecorded, { timeout: 20_000 }).toBe(60);
    expect([attempted(), writes]).toEqual([0, 0]);
    await queue.close();
    expect([attempted(), writes]).toEqual([60, 1]);
  });

  it("stores the payload of an event once for all hooks, until its last delivery is gone", () => {
    const store = open();
    const hooks = Array.from({ length: 3 }, (_, index) =>
      addHook(store, `http://gone-${index}.example.test/`),
    );
    const payloads = () => parseCount("n", store.get("SELECT count(*) AS n FROM hook_payloads"));
    push(store, 0);
    queueEvent(store, "tag_push_events", {});
    expect(hooks.map(({ id }) => listDeliveries(store, id, { limit: 2, offset: 0 }).deliveries)).toEqual(
      hooks.map(() => [expect.objectContaining({ payload: '{"index":0}' })]),
    );
    expect(payloads()).toBe(1);
    for (const [index, { id }] of hooks.entries()) {
      deleteHook(store, id);
      expect(payloads()).toBe(index < 2 ? 1 : 0);
    }
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
      .poll(
        () => listDeliveries(first, hook.id, { limit: 100, offset: 0 }).deliveries.at(-1)?.attempts.length,
        untilSent,
      )
      .toBe(1);
    await queue.close();
    first.close();
    const second = open(data);
    second.run("UPDATE hooks SET url = ?", `${receiver.url}${path}`);
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
    await expect.poll(() => countOf(store, "failed"), untilSent).toBe(3);
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
    await expect.poll(() => newest()?.attempts.length, untilSent).toBe(1);
    expect(Date.parse(newest()?.attempts[0]?.nextAt ?? "")).toBeGreaterThan(Date.now() + 30_000);
    const test = queueFor(store, hook, { trigger: "test", payload: "{}" });
    await expect.poll(() => newest(), untilSent).toMatchObject({ id: test, attempts: [{ status: null }] });
  });
});

describe("many hooks", () => {
  const service = serviceForTests();
  const attempts: string[] = [];
  let queue: { readonly close: () => Promise<void> };
  beforeAll(() => {
    queue = startHooks(service.store, {
      serviceUrl: () => "http://service.test",
      onError: (error) => service.errors.push(error),
      limits: { connectMs: 500, totalMs: 500, maxBodyBytes: 1024 },
      post: new EventPoster((name) => {
        attempts.push(name);
        return new Promise(() => undefined);
      }).post,
    });
  });
  afterAll(() => queue.close());

  /** Commits while there are so many hooks whose names never resolve, and counts what that does to the service. */
  async function commitWith(hooks: number) {
    const { store } = service;
    const project = await service.project();
    await service.commit(project, { files: { a: "1\n" } });
    for (let index = 0; index < hooks; index++)
      insertHook(store, {
        url: `https://hook-${index}.example.test/`,
        token: null,
        events: new Set(["push_events", "repository_update_events"]),
        checksCertificates: true,
      });
    attempts.length = 0;
    const { run } = store;
    let writes = 0;
    store.run = (sql, ...values) => {
      // Results of attempts are written in batches of their own.
      if (sql.includes("INSERT INTO hook_deliveries")) writes++;
      return run(sql, ...values);
    };
    const { status } = await service.operate(createCommit, {
      id: project.id,
      branch: "main",
      commit_message: "M",
      actions: [{ action: "create", file_path: "b", content: "b" }],
    });
    const early = attempts.length;
    expect(status).toBe(201);
    const pending = () =>
      parseCount("count", store.get("SELECT count(*) AS count FROM hook_deliveries WHERE state = 'pending'"));
    await expect.poll(pending, { timeout: 20_000, interval: 5 }).toBe(2 * hooks);
    const queuing = writes;
    store.run = run;
    if (hooks > 0) await expect.poll(() => attempts.length, { timeout: 20_000 }).toBeGreaterThan(0);
    store.run("DELETE FROM hooks");
    return { early, writes: queuing };
  }

  it("a commit starts no delivery before its response, and writes as much for 100 hooks as for one", async () => {
    expect(await commitWith(0)).toEqual({ early: 0, writes: 0 });
    const one = await commitWith(1);
    expect(one).toMatchObject({ early: 0, writes: expect.any(Number) });
    expect(await commitWith(100)).toEqual(one);
  });
});
