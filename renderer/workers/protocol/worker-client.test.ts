import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { defineWorker } from "./define-worker.ts";
import { type Endpoint, Transferred, type WorkerCall } from "./messages.ts";
import { createWorkerClient, type WorkerLike } from "./worker-client.ts";

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

const seen: { aborted?: Promise<void> } = {};
const methods = {
  double: (value: number) => value * 2,
  fail: (message: string): string => {
    throw new RangeError(message);
  },
  bytes: (size: number) => {
    const buffer = new ArrayBuffer(size);
    return new Transferred({ buffer }, [buffer]);
  },
  take: (input: { buffer: ArrayBuffer }) => input.buffer.byteLength,
  count: (to: number, { tell }: WorkerCall<number>) => {
    for (let at = 1; at <= to; at++) tell(at);
    return "done";
  },
  wait: (_: null, { signal }: WorkerCall) => {
    seen.aborted = new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    return seen.aborted;
  },
};

function connect() {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  port1.on("messageerror", () => undefined);
  defineWorker(methods, listening(port2) as Endpoint);
  return createWorkerClient<typeof methods>(() => listening(port1));
}

/** Node's ports start to read when they are told, browsers' workers by themselves. */
function listening(port: MessagePort): WorkerLike {
  port.start();
  return port as unknown as WorkerLike;
}

test("calls answer by id, side by side", async () => {
  const client = connect();
  expect(await Promise.all([1, 2, 3].map((value) => client.call("double", value)))).toEqual([2, 4, 6]);
});

test("an error crosses with its name", async () => {
  await expect(connect().call("fail", "too far")).rejects.toMatchObject({
    name: "RangeError",
    message: "too far",
  });
});

test("buffers move both ways", async () => {
  const client = connect();
  const { buffer } = await client.call("bytes", 16);
  expect(buffer.byteLength).toBe(16);
  expect(await client.call("take", { buffer }, { transfer: [buffer] })).toBe(16);
  expect(buffer.byteLength).toBe(0);
});

test("parts come before the answer, and none after the call was given up", async () => {
  const client = connect();
  const parts: number[] = [];
  const onPart = (part: number) => void parts.push(part);
  expect(await client.call("count", 3, { onPart })).toBe("done");
  expect(parts).toEqual([1, 2, 3]);
  const controller = new AbortController();
  const call = client.call("count", 3, { onPart, signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await client.call("double", 1);
  expect(parts).toHaveLength(3);
});

test("an aborted call rejects and the method hears of it", async () => {
  const client = connect();
  const controller = new AbortController();
  const call = client.call("wait", null, { signal: controller.signal });
  await client.call("double", 1);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await seen.aborted;
});

test("stopping rejects what waits", async () => {
  const client = connect();
  const call = client.call("wait", null);
  client.stop();
  await expect(call).rejects.toThrow("stopped");
});
