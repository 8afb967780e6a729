import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { FileSymbol } from "./outline.ts";
import type { SymbolsMethods } from "./symbols.worker.ts";

const worker = createWorkerClient<SymbolsMethods>(
  () => new Worker(new URL("./symbols.worker.ts", import.meta.url), { type: "module", name: "symbols" }),
  { stateless: true },
);

/** Returns the declarations of a file, read outside of the page's thread; null where its language has no grammar here. */
export const outlineInWorker = (
  path: string,
  text: string,
  language?: string,
  signal?: AbortSignal,
): Promise<readonly FileSymbol[] | null> => worker.call("outline", { path, text, language }, { signal });
