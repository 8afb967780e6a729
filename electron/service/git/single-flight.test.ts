import { expect, it } from "vitest";
import { SingleFlight } from "./single-flight.ts";

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
