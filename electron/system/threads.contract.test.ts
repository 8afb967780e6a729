import { expect, it } from "vitest";
import { startThread } from "./threads.ts";

/** Waits in a thread, so that a busy machine too can check its heap before the next allocation. */
const pause = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);";

const start = (code: string, maxHeapMb: number) =>
  startThread(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { name: "test", maxHeapMb });

/** Resolves with the error of a thread that runs code. */
const errorOf = (code: string, maxHeapMb = 128): Promise<string> =>
  new Promise((resolve) => {
    start(code, maxHeapMb).addEventListener("error", ({ message = "" }) => resolve(message));
  });

it.each([
  ["many small objects", "const all = []; for (;;) all.push({ all });"],
  [
    "a list that doubles",
    `let all = new Array(2_000_000).fill(1); for (;;) { all = all.concat(all); ${pause} }`,
  ],
  [
    "long texts",
    `const all = []; for (;;) { all.push('ab'.repeat(25_000_000)); all.at(-1).charCodeAt(7); ${pause} }`,
  ],
  ["long lists", `const all = []; for (;;) { all.push(new Array(20_000_000).fill(1.5)); ${pause} }`],
])("ends a thread whose memory is filled by %s, and not the process", async (_, code) => {
  expect(await errorOf(code)).toBe("The memory limit of 128 MB was reached.");
});

it("ends a thread that fills its memory only after it had nothing to do", async () => {
  const thread = start(
    `import { parentPort } from "node:worker_threads";
    parentPort.once("message", () => { const all = []; for (;;) all.push({ all }); });`,
    128,
  );
  const error = new Promise((resolve) => thread.addEventListener("error", ({ message }) => resolve(message)));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  thread.postMessage("begin", []);
  expect(await error).toContain("128 MB");
});

it("leaves a thread alone that needs less", async () => {
  const thread = start(
    `import { parentPort } from "node:worker_threads";
    parentPort.on("message", () => parentPort.postMessage(new Array(1_000_000).fill(1).length));`,
    128,
  );
  for (let time = 0; time < 3; time++) {
    const reply = new Promise((resolve) => thread.addEventListener("message", ({ data }) => resolve(data)));
    thread.postMessage("work", []);
    expect(await reply).toBe(1_000_000);
  }
  thread.terminate();
});
