import { basename } from "node:path";
import { parentPort, Worker } from "node:worker_threads";

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
type Listener = (event: ThreadEvent) => void;

/** An event of a thread, with what is read of those of a page's worker; who receives one knows its data's type. */
interface ThreadEvent {
  readonly data: never;
  readonly message: string;
}

/** Returns the event of a message or error, as a worker of a page has it. */
const toEvent = (value: unknown): ThreadEvent => ({
  data: value as never,
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
    for (const listener of onError) listener(toEvent(error));
  });
  return {
    postMessage(message: unknown, transfer: ArrayBuffer[]) {
      reportWork();
      thread.postMessage(message, transfer);
    },
    addEventListener(type: string, listener: Listener) {
      if (type === "error") onError.push(listener);
      thread.on(type, (value: unknown) => listener(toEvent(value)));
    },
    terminate: () => void thread.terminate(),
    // Since Node 24.6.
    ...("cpuUsage" in thread ? { processorMs: () => processorMs(thread) } : {}),
  };
}

async function processorMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the port by which a thread receives the calls of its process. Throws outside a thread. */
export function threadEndpoint() {
  const port = parentPort;
  if (!port) throw new Error("This module is run in a thread.");
  return {
    postMessage: (message: unknown, transfer: ArrayBuffer[]) => port.postMessage(message, transfer),
    addEventListener: (_: "message", listener: (event: ThreadEvent) => void) =>
      void port.on("message", (data: unknown) => listener(toEvent(data))),
  };
}

/**
 * Runs work one after the other, and calls `onIdle` once there was none for some milliseconds: for a thread that one piece of
 * work can block or fill. `stop` calls it at once.
 */
export function takeTurns(
  onIdle: () => void,
  idleMs: number,
): { readonly run: <T>(work: () => Promise<T>) => Promise<T>; readonly stop: () => void } {
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  return {
    run(work) {
      const turn = last.then(async () => {
        clearTimeout(idle);
        try {
          return await work();
        } finally {
          idle = setTimeout(onIdle, idleMs).unref();
        }
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    stop() {
      clearTimeout(idle);
      onIdle();
    },
  };
}

const bytesPerMb = 1024 * 1024;
/** Milliseconds between two checks of a thread that works, and of an idle one. */
const [busyMs, idleMs] = [50, 1_000];
/** Milliseconds of work between two checks up to which a thread is idle: measured from another thread they are inexact. */
const idleWorkMs = 0.5;
/** Checks in a row above the limit that end a thread: unused objects count until they are collected. */
const maxChecksAbove = 5;

/**
 * Calls `onExceeded` once the objects of a thread take more than `maxMb` megabytes for some checks, or twice as many at
 * one. Returns a function that reports new work for the thread.
 */
function watchHeap(thread: Worker, maxMb: number, onExceeded: () => void): () => void {
  const { performance } = thread;
  const limit = maxMb * bytesPerMb;
  let timer: NodeJS.Timeout | undefined;
  let before = performance.eventLoopUtilization();
  /** Until its event loop begins, which is once its module is loaded, a thread counts as neither active nor idle. */
  let isIdle = false;
  let checksAbove = 0;

  const schedule = (ms: number) => {
    timer = setTimeout(check, ms).unref();
  };
  const check = async () => {
    timer = undefined;
    const now = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(now, before);
    before = now;
    isIdle = active < idleWorkMs && idle > 0;
    // The heap of an idle thread is as it was.
    if (isIdle) return schedule(idleMs);
    try {
      const { used_heap_size: used } = await thread.getHeapStatistics();
      checksAbove = used > limit ? checksAbove + 1 : 0;
      if (checksAbove >= maxChecksAbove || used > 2 * limit) onExceeded();
      else schedule(busyMs);
    } catch {
      // The thread has ended.
    }
  };

  thread.once("online", () => schedule(0));
  thread.once("exit", () => clearTimeout(timer));
  return () => {
    if (!isIdle || timer === undefined) return;
    isIdle = false;
    clearTimeout(timer);
    schedule(busyMs);
  };
}
