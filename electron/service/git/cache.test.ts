import { expect, it } from "vitest";
import { Cache, SingleFlight } from "./cache.ts";

it("evicts the least recently used value", () => {
  const cache = new Cache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

it("weighs values when they are set, and never evicts the newest", () => {
  const cache = new Cache<string>(10, (text) => text.length);
  cache.set("a", "12345");
  cache.set("b", "12345");
  cache.set("a", "1");
  cache.set("c", "1234");
  expect(cache.get("b")).toBe("12345");
  cache.set("d", "x".repeat(50));
  expect(["a", "b", "c", "d"].map((key) => cache.get(key)?.length)).toEqual([
    undefined,
    undefined,
    undefined,
    50,
  ]);
  cache.set("e", "1");
  expect(["d", "e"].map((key) => cache.get(key)?.length)).toEqual([undefined, 1]);
});

function slowWork() {
  const work: { starts: number; aborted: boolean; finish: (value: string) => void } = {
    starts: 0,
    aborted: false,
    finish: () => undefined,
  };
  const start = (signal: AbortSignal) => {
    work.starts++;
    return new Promise<string>((resolve, reject) => {
      work.finish = resolve;
      signal.addEventListener("abort", () => {
        work.aborted = true;
        reject(signal.reason);
      });
    });
  };
  return { work, start };
}

it("does work once for all that wait for it", async () => {
  const shared = new SingleFlight<string>();
  const { work, start } = slowWork();
  const results = Promise.all([shared.run("a", undefined, start), shared.run("a", undefined, start)]);
  await Promise.resolve();
  work.finish("done");
  expect(await results).toEqual(["done", "done"]);
  expect(work.starts).toBe(1);
});

it("continues while one of them waits, and ends with the last", async () => {
  const shared = new SingleFlight<string>();
  const { work, start } = slowWork();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = shared.run("a", one.signal, start);
  const second = shared.run("a", two.signal, start);
  one.abort(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  expect(work.aborted).toBe(false);
  two.abort(new Error("gone too"));
  await expect(second).rejects.toThrow("gone too");
  expect(work.aborted).toBe(true);
  const third = shared.run("a", undefined, start);
  await Promise.resolve();
  work.finish("again");
  expect([await third, work.starts]).toEqual(["again", 2]);
});

it("starts again after a failure", async () => {
  const shared = new SingleFlight<string>();
  await expect(shared.run("a", undefined, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await shared.run("a", undefined, async () => "yes")).toBe("yes");
});
