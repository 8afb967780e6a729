import type { FairQueue } from "./fair-queue.ts";

/**
 * A slot of a queue. `release` frees it; a streamed response frees it when its body was read to the end or canceled.
 */
export class Slot {
  readonly #release: () => void;
  #isStreaming = false;

  private constructor(release: () => void) {
    this.#release = release;
  }

  /** Waits for a slot. Throws 429 where this caller's queue is full, and the reason of `signal` where it is aborted. */
  static async take(queue: FairQueue, caller: string, signal: AbortSignal): Promise<Slot> {
    return new Slot(await queue.acquire(caller, signal));
  }

  /** Returns a response that occupies the slot until its body has ended. */
  stream(response: Response): Response {
    if (response.body === null) return response;
    const body = releasedAfter(response.body as ReadableStream<Uint8Array<ArrayBuffer>>, this.#release);
    this.#isStreaming = true;
    return new Response(body, { status: response.status, headers: response.headers });
  }

  /** Releases the slot, unless a response streams. */
  release(): void {
    if (!this.#isStreaming) this.#release();
  }
}

function releasedAfter(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  release: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          release();
          controller.close();
        } catch (error) {
          release();
          throw error;
        }
      },
      async cancel(reason) {
        release();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
