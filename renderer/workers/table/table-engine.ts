import { createWorkerClient } from "../protocol/worker-client.ts";
import type { ReadTable } from "./read-table.ts";
import type { TableMethods } from "./table.worker.ts";

const worker = createWorkerClient<TableMethods>(
  () => new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module", name: "table" }),
);

/** Reads separated values outside of the page's thread; what `TableView` asks for as its `parse`. */
export const readTableInWorker = (text: string, signal?: AbortSignal): Promise<ReadTable> =>
  worker.call("read", { text }, { signal });
