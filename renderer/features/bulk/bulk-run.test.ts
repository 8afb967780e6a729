import { expect, it } from "vitest";
import { ProblemError } from "../../../shared/errors.ts";
import { type BulkTask, countResults, createBulkRun } from "./bulk-run.ts";

const ids = [1, 2, 3, 4, 5, 6];
const task = (id: number, perform: BulkTask["perform"], text = "Pause"): BulkTask => ({
  key: id,
  id,
  name: `pier-${id}`,
  text,
  perform,
});

it("does every task once, reports failures per task, and retries those alone", async () => {
  const broken = new Set([2, 5]);
  const calls: number[] = [];
  const run = createBulkRun(
    ids.map((id) =>
      task(id, async () => {
        calls.push(id);
        if (broken.has(id)) throw new Error("403 Forbidden");
        return task(id, async () => null, "Resume");
      }),
    ),
  );
  await run.start();
  expect(countResults(run.getState())).toMatchObject({ done: 4, failed: 2, waiting: 0 });
  expect(run.getState().results.get(2)).toMatchObject({ state: "failed" });
  expect(run.undone().map(({ id }) => id)).toEqual([2, 5]);
  broken.clear();
  await run.retry();
  expect(calls).toEqual([1, 2, 3, 4, 5, 6, 2, 5]);
  expect(countResults(run.getState())).toMatchObject({ done: 6, failed: 0 });
  expect(run.undoTasks().map(({ id, text }) => `${text} ${id}`)).toEqual(
    ids.map((id) => `Resume ${id}`).reverse(),
  );
});

it("never repeats a task that may have happened", async () => {
  const calls: number[] = [];
  const run = createBulkRun(
    ids.map((id) =>
      task(id, async () => {
        calls.push(id);
        if (id === 3)
          throw new ProblemError({ code: "uncertain_write", message: "It broke.", changed: "unknown" });
        return null;
      }),
    ),
  );
  await run.start();
  expect(countResults(run.getState())).toMatchObject({ done: 5, failed: 0, uncertain: 1 });
  expect(run.getState().results.get(3)).toMatchObject({
    state: "uncertain",
    message: expect.stringMatching(/^Unknown whether this was done · It broke/),
  });
  await run.retry();
  expect(calls).toEqual(ids);
  expect(run.undone()).toEqual([]);
});

it("starts no task once it is canceled, and undoes only completed ones", async () => {
  const begun: number[] = [];
  const run = createBulkRun(
    ids.map((id) =>
      task(id, async () => {
        begun.push(id);
        await Promise.resolve();
        run.cancel();
        return task(id, async () => task(id, async () => null));
      }),
    ),
  );
  await run.start();
  const { done, canceled } = countResults(run.getState());
  expect(done).toBe(begun.length);
  expect(done + canceled).toBe(6);
  expect(canceled).toBeGreaterThan(0);
  expect(run.undoTasks()).toHaveLength(done);
  const undo = createBulkRun(run.undoTasks());
  await undo.start();
  expect(undo.undoTasks()).toEqual([]);
});

it("does steps one after another, stops at a failure, and goes on from there", async () => {
  const calls: string[] = [];
  let isBroken = true;
  let running = 0;
  const run = createBulkRun(
    ids.map((id) =>
      task(id, async () => {
        calls.push(`${id} beside ${running++}`);
        await Promise.resolve();
        running--;
        if (id === 3 && isBroken) throw new Error("The pipeline runs.");
        return null;
      }),
    ),
    { inOrder: "until-failure" },
  );
  await run.start();
  expect(countResults(run.getState())).toMatchObject({ done: 2, failed: 1, canceled: 3 });
  isBroken = false;
  await run.retry();
  expect(calls).toEqual([1, 2, 3, 3, 4, 5, 6].map((id) => `${id} beside 0`));
  expect(countResults(run.getState())).toMatchObject({ done: 6 });
});
