import { IndexedTrace } from "../indexed-trace.ts";
import { MemoryBytes } from "./memory-bytes.ts";

/** Returns a complete trace once all of it was analysed. */
export async function openAnalysed(content: string | Uint8Array): Promise<IndexedTrace> {
  const bytes = new MemoryBytes(content);
  const trace = new IndexedTrace(bytes, () => undefined);
  await trace.grow(bytes.size, true);
  return trace;
}
