import { expect, it, vi } from "vitest";
import { takeTurns } from "./threads.ts";

it("runs work in order, one at a time, whatever fails", async () => {
  const inTurn = takeTurns(() => undefined, 1_000);
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
    if (name === "a") throw new Error("a failed");
    return name;
  };
  const results = await Promise.allSettled([inTurn.run(work("a")), inTurn.run(work("b"))]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

it("reports that there is no more work, not between two pieces of it", async () => {
  vi.useFakeTimers();
  const onIdle = vi.fn();
  const inTurn = takeTurns(onIdle, 100);
  await inTurn.run(async () => undefined);
  await vi.advanceTimersByTimeAsync(60);
  await inTurn.run(async () => undefined);
  await vi.advanceTimersByTimeAsync(60);
  expect(onIdle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60);
  expect(onIdle).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
