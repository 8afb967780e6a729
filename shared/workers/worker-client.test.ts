import { MessageChannel, type MessagePort, Worker as Thread } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { ProblemError } from "../errors.ts";
import { defineWorker, type Endpoint, Transferred, type WorkerCall } from "./define-worker.ts";
import { createWorkerClient, type WorkerLike } from "./worker-client.ts";

const open: MessagePort[] = [];
const threads: Thread[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
  for (const thread of threads.splice(0)) void thread.terminate();
});

const seen: { aborted?: Promise<void> } = {};
const methods = {
  double: (value: number) => value * 2,
  fail: (message: string): string => {
    throw new RangeError(message);
  },
  refuse: (message: string): string => {
    throw new ProblemError({ code: "not_found", message, status: 404 });
  },
  bytes: (size: number) => {
    const buffer = new ArrayBuffer(size);
    return new Transferred({ buffer }, [buffer]);
  },
  take: (input: { buffer: ArrayBuffer }) => input.buffer.byteLength,
  count: (to: number, { emit }: WorkerCall<number>) => {
    for (let at = 1; at <= to; at++) emit(at);
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
  defineWorker(methods, { endpoint: listening(port2) });
  return createWorkerClient<typeof methods>(() => listening(port1));
}

/** Node's ports must be started, browsers' workers start by themselves. */
function listening(port: MessagePort): WorkerLike & Endpoint {
  port.start();
  return port as unknown as WorkerLike & Endpoint;
}

test("calls resolve by id, side by side", async () => {
  const client = connect();
  expect(await Promise.all([1, 2, 3].map((value) => client.call("double", value)))).toEqual([2, 4, 6]);
});

test("a problem crosses as itself", async () => {
  const failure = connect().call("refuse", "gone");
  await expect(failure).rejects.toBeInstanceOf(ProblemError);
  await expect(failure).rejects.toMatchObject({
    problem: { code: "not_found", message: "gone", status: 404 },
  });
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

test("parts precede the result, and none follows a canceled call", async () => {
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

test("an aborted call rejects and its method's signal aborts", async () => {
  const client = connect();
  const controller = new AbortController();
  const call = client.call("wait", null, { signal: controller.signal });
  await client.call("double", 1);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await seen.aborted;
});

test("stopping rejects pending calls", async () => {
  const client = connect();
  const call = client.call("wait", null);
  client.stop();
  await expect(call).rejects.toThrow("stopped");
});

/** A worker with a thread of its own, as in the browser; `hang` never ends, and `forget` shows what it remembers. */
const code = `
  import { parentPort } from "node:worker_threads";
  import { defineWorker } from ${JSON.stringify(new URL("./define-worker.ts", import.meta.url).href)};
  let calls = 0;
  const endpoint = {
    postMessage: (message, transfer) => parentPort.postMessage(message, transfer),
    addEventListener: (_, listener) => parentPort.on("message", (data) => listener({ data })),
  };
  const slow = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const methods = {
    count: () => ++calls,
    hang: () => { for (;;); },
    regex: (text) => /^(a+)+$/.test(text),
    sleep: async (ms) => { await slow(ms); return "slept"; },
    starve: (ms) => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); return "ran"; },
  };
  defineWorker(methods, { endpoint, inOrder: process.argv.includes("in-order") });
`;
interface ThreadMethods {
  [name: string]: (input: never) => unknown;
  count: (input: null) => number;
  hang: (input: null) => never;
  regex: (input: string) => boolean;
  sleep: (input: number) => Promise<string>;
  /** Blocks the thread without processor time, as a busy machine does. */
  starve: (input: number) => string;
}

interface ThreadOptions {
  readonly limitMs: number;
  readonly stateless?: boolean;
  /** Whether the client sees the processor time of the thread. */
  readonly showsProcessor?: boolean;
}

function connectThread({ showsProcessor = false, ...options }: ThreadOptions) {
  return createWorkerClient<ThreadMethods>(() => {
    const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const thread = new Thread(url, { argv: options.stateless ? ["in-order"] : [] });
    threads.push(thread);
    return {
      postMessage: (message, transfer) => thread.postMessage(message, transfer as never),
      addEventListener: (type, listener) =>
        thread.on(type, (data) => listener((type === "error" ? data : { data }) as MessageEvent)),
      terminate: () => void thread.terminate(),
      ...(showsProcessor ? { processorMs: () => processorMs(thread) } : {}),
    };
  }, options);
}

async function processorMs(thread: Thread): Promise<number> {
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1000;
}

test("a call that blocks its worker is stopped, and the next one finds a new worker", async () => {
  const client = connectThread({ limitMs: 200 });
  let ended = 0;
  client.onEnd(() => ended++);
  expect(await client.call("count", null)).toBe(1);
  expect(await client.call("count", null)).toBe(2);
  await expect(client.call("hang", null)).rejects.toMatchObject({ name: "TimeLimitError" });
  expect(ended).toBe(1);
  expect(await client.call("count", null)).toBe(1);
  await expect(client.call("regex", `${"a".repeat(60)}b`)).rejects.toMatchObject({ name: "TimeLimitError" });
});

test("calls that another one blocked are repeated in a stateless worker, and rejected in a stateful one", async () => {
  const stateless = connectThread({ limitMs: 200, stateless: true });
  const blocking = stateless.call("hang", null).catch((error: Error) => error.name);
  expect(await stateless.call("count", null)).toBe(1);
  expect(await blocking).toBe("TimeLimitError");
  const stateful = connectThread({ limitMs: 200 });
  const hanging = stateful.call("hang", null).catch((error: Error) => error.name);
  await expect(stateful.call("count", null)).rejects.toMatchObject({ name: "WorkerEndedError" });
  expect(await hanging).toBe("TimeLimitError");
});

test("a call that leaves the thread free may take its time", async () => {
  expect(await connectThread({ limitMs: 100 }).call("sleep", 600)).toBe("slept");
});

test("a call that was given up ends with its worker too", async () => {
  const client = connectThread({ limitMs: 200 });
  expect(await client.call("count", null)).toBe(1);
  const controller = new AbortController();
  const call = client.call("hang", null, { signal: controller.signal });
  const ended = new Promise<void>((resolve) => client.onEnd(resolve));
  setTimeout(() => controller.abort(), 50);
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await ended;
  expect(await client.call("count", null)).toBe(1);
});

test("a thread that a busy machine does not run keeps its calls, up to a far limit", async () => {
  const starved = connectThread({ limitMs: 100, showsProcessor: true });
  expect(await starved.call("starve", 800)).toBe("ran");
  await expect(starved.call("starve", 60_000)).rejects.toMatchObject({ name: "TimeLimitError" });
});

test("a call that takes the processor for longer than the limit is stopped", async () => {
  const client = connectThread({ limitMs: 200, showsProcessor: true });
  await expect(client.call("hang", null)).rejects.toMatchObject({ name: "TimeLimitError" });
  await expect(client.call("regex", `${"a".repeat(60)}b`)).rejects.toMatchObject({ name: "TimeLimitError" });
});
