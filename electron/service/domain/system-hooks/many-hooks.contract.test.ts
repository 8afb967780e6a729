import { afterAll, beforeAll, expect, it } from "vitest";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import { serviceForTests } from "../../routes/testing/service-for-tests.ts";
import { insertSystemHook } from "../../store/hooks/system-hooks.ts";
import { parseCount } from "../../store/rows.ts";
import { startSystemHooks } from "./start-system-hooks.ts";

const service = serviceForTests();
const attempts: string[] = [];
let queue: { readonly close: () => Promise<void> };
beforeAll(() => {
  queue = startSystemHooks(service.store, {
    serviceUrl: () => "http://service.test",
    onError: (error) => service.errors.push(error),
    limits: { connectMs: 500, totalMs: 500, maxBodyBytes: 1024 },
    resolve: (name) => {
      attempts.push(name);
      return new Promise(() => undefined);
    },
  });
});
afterAll(() => queue.close());

/** Commits while there are so many hooks whose names never resolve, and counts what that does to the service. */
async function commitWith(hooks: number) {
  const { store } = service;
  const project = await service.project();
  await service.commit(project, { files: { a: "1\n" } });
  for (let index = 0; index < hooks; index++)
    insertSystemHook(store, {
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
  store.run("DELETE FROM system_hooks");
  return { early, writes: queuing };
}

it("a commit starts no delivery before its response, and writes as much for 100 hooks as for one", async () => {
  expect(await commitWith(0)).toEqual({ early: 0, writes: 0 });
  const one = await commitWith(1);
  expect(one).toMatchObject({ early: 0, writes: expect.any(Number) });
  expect(await commitWith(100)).toEqual(one);
});
