import type { FairQueue } from "./fair-queue.ts";

/**
 * Runs `work` once a caller has a slot of a queue, and releases the slot when it has ended. A response that is still
 * being made while it is read goes through `hold`: it keeps the slot until it was read to the end or given up.
 */
export async function inSlot(
  queue: FairQueue,
  caller: string,
  signal: AbortSignal,
  work: (hold: (response: Response) => Response) => Promise<Response>,
): Promise<Response> {
  const release = await queue.acquire(caller, signal);
  const state = { isHandedOver: false };
  try {
    return await work((response) => {
      if (response.body === null) return response;
      state.isHandedOver = true;
      const body = releasedAfter(response.body as ReadableStream<Uint8Array<ArrayBuffer>>, release);
      return new Response(body, { status: response.status, headers: response.headers });
    });
  } catch (error) {
    release();
    throw error;
  } finally {
    if (!state.isHandedOver) release();
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
