import { TimeLimitError } from "../protocol/time-limit.ts";
import { createWorkerClient } from "../protocol/worker-client.ts";
import type { FileHits, SearchMethods } from "./search.worker.ts";
import type { SearchOptions } from "./search-text.ts";

const worker = createWorkerClient<SearchMethods>(
  () => new Worker(new URL("./search.worker.ts", import.meta.url), { type: "module", name: "search" }),
  // A pattern would never end on some text.
  { limitMs: 5_000 },
);

/** Begins with a tree; answers the paths whose texts are known already. */
export const openSearch = (name: string): Promise<string[]> => worker.call("open", { name });

/** Gives a file to be searched; its bytes change their owner. False where it is no text. */
export const addSearchedFile = (path: string, bytes: ArrayBuffer): Promise<boolean> =>
  worker.call("add", { path, bytes }, { transfer: [bytes] });

/** Looks through files. Rejects with `TooSlow` where the pattern does not come to an end. */
export async function searchFiles(
  paths: readonly string[],
  query: string,
  options: SearchOptions,
): Promise<FileHits[]> {
  try {
    return await worker.call("search", { paths, query, options });
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw Object.assign(new Error("The pattern takes too long: make it simpler."), { name: "TooSlow" });
  }
}
