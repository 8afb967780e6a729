import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import type { CacheBatch } from "./cache-writer.ts";
import { ResponseTable } from "./response-table.ts";

/*
 * Writes the cache with a connection of its own, so that no request waits for SQLite. Each batch is counted in shared
 * memory as soon as it is done, for who waits without reading messages.
 */
const { path, done } = z
  .object({ path: z.string(), done: z.instanceof(Int32Array<SharedArrayBuffer>) })
  .parse(workerData);
let table: ResponseTable | null = null;

parentPort?.on("message", (batch: CacheBatch | "close") => {
  let failure: string | null = null;
  try {
    if (batch === "close") table?.close();
    else {
      table ??= new ResponseTable(path);
      table.write(batch);
    }
  } catch (error) {
    failure = String(error);
  }
  Atomics.add(done, 0, 1);
  Atomics.notify(done, 0);
  parentPort?.postMessage(failure);
});
