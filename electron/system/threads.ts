import { basename } from "node:path";
import { parentPort, Worker } from "node:worker_threads";
import { watchHeap } from "./watch-heap.ts";

/** Address of the program, where it is a bundle. */
const bundle: { program?: string } = {};

/** Finds the modules of threads beside the bundle of a program; does nothing for a program that runs from sources. */
export function findThreads(program: string): void {
  if (/\.c?js$/.test(program)) bundle.program = program;
}

/** Returns the module of a thread by its source: the file of the same name beside the bundle, or the source itself. */
export function threadModule(source: URL): URL {
  const { program } = bundle;
  if (program === undefined) return source;
  const [ending = ""] = /\.c?js$/.exec(program) ?? [];
  return new URL(`./${basename(source.pathname, ".ts")}${ending}`, program);
}

interface ThreadOptions {
  readonly name: string;
  /** Megabytes that the thread's objects may take; beyond them it ends with an error. */
  readonly maxHeapMb: number;
}

/**
 * Megabytes at which V8 stops an allocation. A single one that exceeds V8's limit ends the whole process, so that the
 * limit is far above that of any thread and the heap is watched instead. From 1,024 on V8 would collect less garbage.
 */
const hardLimitMb = 1_000;

/** A listener for messages and errors of a thread. */
type Listener = (event: MessageEvent & Partial<ErrorEvent>) => void;

/** Returns the event of a message or error, as a worker of a page has it. */
const toEvent = (type: string, value: unknown): MessageEvent & Partial<ErrorEvent> =>
  Object.assign(new MessageEvent(type, { data: value }), {
    message: value instanceof Error ? value.message : "",
  });

/** Starts a thread without the environment of this process, which it does not keep running. */
export function startThread(module: URL, { name, maxHeapMb }: ThreadOptions) {
  const thread = new Worker(module, {
    name,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: hardLimitMb },
  });
  thread.unref();
  const onError: Listener[] = [];
  const reportWork = watchHeap(thread, maxHeapMb, () => {
    void thread.terminate();
    const error = new Error(`The memory limit of ${maxHeapMb} MB was reached.`);
    for (const listener of onError) listener(toEvent("error", error));
  });
  return {
    postMessage(message: unknown, transfer: Transferable[]) {
      reportWork();
      thread.postMessage(message, transfer as ArrayBuffer[]);
    },
    addEventListener(type: string, listener: Listener) {
      if (type === "error") onError.push(listener);
      thread.on(type, (value: unknown) => listener(toEvent(type, value)));
    },
    terminate: () => void thread.terminate(),
  };
}

/** Returns the port by which a thread receives the calls of its process. Throws outside a thread. */
export function threadEndpoint() {
  const port = parentPort;
  if (!port) throw new Error("This module is run in a thread.");
  return {
    postMessage: (message: unknown, transfer: Transferable[]) =>
      port.postMessage(message, transfer as ArrayBuffer[]),
    addEventListener: (_: "message", listener: (event: MessageEvent) => void) =>
      void port.on("message", (data: unknown) => listener(new MessageEvent("message", { data }))),
  };
}
