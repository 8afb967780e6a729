import { type FileHandle, open } from "node:fs/promises";
import type { Trace } from "./trace.ts";

/** Bytes that are sent at once. */
const chunkBytes = 256 * 1024;

/**
 * Returns the bytes of a trace from `from` on as they come, no faster than they are read. The stream ends when the
 * trace is complete, when its generation is over, after a failed read of the service, and when `signal` is aborted.
 */
export function followTrace(trace: Trace, from: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const { generation, path } = trace.content;
  const { failures } = trace;
  const stop = new AbortController();
  const leave = trace.follow();
  const either = AbortSignal.any([signal, stop.signal]);
  either.addEventListener("abort", leave, { once: true });
  let file: FileHandle | undefined;
  let at = from;
  const end = async () => {
    leave();
    await file?.close();
    file = undefined;
  };

  const next = async (): Promise<Uint8Array | null> => {
    for (;;) {
      if (either.aborted || !trace.content.isCurrent(generation)) return null;
      const { size, complete } = trace.content;
      if (at < size) {
        file ??= await open(path);
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
        const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, at);
        at += bytesRead;
        return bytesRead > 0 ? buffer.subarray(0, bytesRead) : null;
      }
      if (complete || trace.failures > failures) return null;
      await trace.changed(either);
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next().catch(() => null);
        if (stop.signal.aborted) return;
        if (chunk) return controller.enqueue(chunk);
        await end();
        controller.close();
      },
      async cancel() {
        stop.abort();
        await end();
      },
    },
    { highWaterMark: 0 },
  );
}
