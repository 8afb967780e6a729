import { createWorkerClient } from "../../../../shared/workers/worker-client.ts";
import { takeTurns } from "../../../system/take-turns.ts";
import { startThread, threadModule } from "../../../system/threads.ts";
import { badParameter, HttpError } from "../http-error.ts";
import type { InputThreadMethods, ReceivedCall } from "./input-thread.ts";

/** Milliseconds for which a body may block the thread. */
const limitMs = 15_000;
/** Megabytes that a body and what is read from it may take: twice 128 MB of text in any language. */
const maxHeapMb = 640;
/** Milliseconds without work after which the thread is ended. */
const idleMs = 30_000;

const thread = createWorkerClient<InputThreadMethods>(
  () =>
    startThread(threadModule(new URL("./input-thread.ts", import.meta.url)), { name: "input", maxHeapMb }),
  { limitMs },
);

/** One at a time, so that a body that blocks the thread or fills its memory fails no other. */
const inTurn = takeTurns(() => thread.stop(), idleMs);

/**
 * Returns the input of an operation, as `decodeCall` does, from a long body: in a thread, which is ended where it takes
 * too long or too much memory. Takes the bytes over. Throws 400.
 */
export const decodeInThread = (call: ReceivedCall): Promise<Record<string, unknown>> =>
  inTurn(async () => {
    const decoded = await thread
      .call("decode", call, { transfer: [call.bytes.buffer as ArrayBuffer] })
      .catch((error: unknown) => {
        // What was refused is still in its memory.
        thread.stop();
        throw isLimit(error) ? badParameter("the body takes too long or too much memory to read") : error;
      });
    if ("input" in decoded) return decoded.input;
    throw new HttpError(decoded.status, decoded.body);
  });

const isLimit = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "TimeLimitError" || error.name === "RangeError" || /memory limit/.test(error.message));
