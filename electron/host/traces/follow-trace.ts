import { type FileHandle, open } from "node:fs/promises";
import type { Trace } from "./trace.ts";

/** Bytes that are sent at once. */
const chunkBytes = 256 * 1024;

/**
 * Returns the bytes of a trace from `from` on as they come, no faster than they are read. The stream ends when the
 * trace is complete, when its generation is over, after a failed read of the service, and when `signal` is aborted.
 */
export function followTrace(trace: Trace, from: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const { generation, path } = trace.content;
  const bytes = growingBytes(trace, { generation, path, from, failures: trace.failures }, ended);
  const leave = trace.follow();
  const end = () => {
    leave();
    // The generator closes its file, at once or when what it waits for was aborted.
    bytes.return(undefined).catch(() => {});
  };
  ended.addEventListener("abort", end, { once: true });
  if (ended.aborted) end();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = await bytes.next().catch(() => ({ value: undefined }));
        if (stop.signal.aborted) return;
        if (value) return controller.enqueue(value);
        stop.abort();
        controller.close();
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  );
}

/** What is read: one generation, until a read of the service fails that was not counted yet. */
interface Followed {
  readonly generation: string;
  readonly path: string;
  readonly from: number;
  readonly failures: number;
}

async function* growingBytes(
  trace: Trace,
  { generation, path, from, failures }: Followed,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let file: FileHandle | undefined;
  try {
    for (let at = from; !signal.aborted && trace.content.isCurrent(generation); ) {
      const { size, complete } = trace.content;
      if (at < size) {
        file ??= await open(path);
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
        const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else {
        if (complete || trace.failures > failures) return;
        await trace.changed(signal);
      }
    }
  } finally {
    await file?.close();
  }
}
