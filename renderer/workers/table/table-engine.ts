import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { TableMethods } from "./table.worker.ts";
import type { Sorting, TableInfo, TableRow } from "./table-document.ts";

const worker = createWorkerClient<TableMethods>(
  () => new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module", name: "table" }),
);

/** A table whose rows are in the worker, for `TableView`. */
interface OpenTable extends TableInfo {
  /** Chooses rows and their order for `readRows`; returns how many. */
  select(filter: string, sorting: Sorting | null): Promise<number>;
  /** Chosen rows `from` to `to` (exclusive), from 0. */
  readRows(from: number, to: number): Promise<readonly TableRow[]>;
  close(): void;
}

/** Opens separated values in the table worker; the ending of the file's path names the separator. */
export async function openTable(text: string, path: string): Promise<OpenTable> {
  const { id, ...info } = await worker.call("open", { text, path });
  return {
    ...info,
    select: (filter, sorting) => worker.call("select", { id, filter, sorting }),
    readRows: (from, to) => worker.call("rows", { id, from, to }),
    close: () => void worker.call("close", { id }),
  };
}
