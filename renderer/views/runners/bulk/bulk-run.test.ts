import { expect, it } from "vitest";
import { countResults, createBulkRun, type Task } from "./bulk-run.ts";

const tasks: Task[] = [1, 2, 3, 4, 5, 6].map((id) => ({
  id,
  name: `pier-${id}`,
  step: { kind: "set-paused", paused: true },
  text: "Active → paused",
}));
const describe = (error: unknown) => ({ message: String(error), isUncertain: false });

it("does every task once, reports failures per task, and retries those alone", async () => {
  const broken = new Set([2, 5]);
  const calls: number[] = [];
  const run = createBulkRun(
    tasks,
    async ({ id }) => {
      calls.push(id);
      if (broken.has(id)) throw new Error("403 Forbidden");
      return { kind: "set-paused", paused: false };
    },
    describe,
  );
  await run.start();
  expect(countResults(run.getState())).toMatchObject({ done: 4, failed: 2, waiting: 0 });
  expect(run.getState().results.get(2)).toEqual({
    state: "failed",
    message: "Error: 403 Forbidden",
    isUncertain: false,
  });
  broken.clear();
  await run.retry();
  expect(calls).toEqual([1, 2, 3, 4, 5, 6, 2, 5]);
  expect(countResults(run.getState())).toMatchObject({ done: 6, failed: 0 });
  expect(run.undoTasks().map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(run.undoTasks()[0]?.step).toEqual({ kind: "set-paused", paused: false });
});

it("begins nothing more once it is canceled, and undoes only what was done", async () => {
  const begun: number[] = [];
  const run = createBulkRun(
    tasks,
    async ({ id }) => {
      begun.push(id);
      await Promise.resolve();
      run.cancel();
      return { kind: "set-paused", paused: false };
    },
    describe,
  );
  await run.start();
  const { done, canceled } = countResults(run.getState());
  expect(done).toBe(begun.length);
  expect(done + canceled).toBe(6);
  expect(canceled).toBeGreaterThan(0);
  expect(run.undoTasks()).toHaveLength(done);
});
