import { IndexedTrace } from "../indexed-trace.ts";
import { MemoryHost } from "./memory-host.ts";

/** Returns a complete trace once all of it was analysed. */
export async function openAnalysed(content: string | Uint8Array): Promise<IndexedTrace> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const trace = new IndexedTrace(new MemoryHost(content), ({ complete, analysed, size }) => {
    if (complete && analysed === size) resolve();
  });
  await trace.run(new AbortController().signal);
  await promise;
  return trace;
}
