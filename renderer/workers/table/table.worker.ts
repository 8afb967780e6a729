import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { type Sorting, TableDocument, type TableInfo, type TableRow } from "./table-document.ts";

/** Open tables, with the order of the last request. */
const tables = new Map<number, { readonly document: TableDocument; order: Uint32Array }>();
let last = 0;

function find(id: number): { readonly document: TableDocument; order: Uint32Array } {
  const table = tables.get(id);
  if (!table) throw new Error("The table is no longer open");
  return table;
}

const methods = {
  /** Reads a table and stores it until `close`. */
  open({ text, path }: { text: string; path: string }): TableInfo & { id: number } {
    const document = new TableDocument(text, path);
    const id = ++last;
    tables.set(id, { document, order: document.select("", null) });
    return { id, ...document.info };
  },
  /** Chooses rows and their order for `rows`; returns how many. */
  select({ id, filter, sorting }: { id: number; filter: string; sorting: Sorting | null }): number {
    const table = find(id);
    table.order = table.document.select(filter, sorting);
    return table.order.length;
  },
  rows({ id, from, to }: { id: number; from: number; to: number }): TableRow[] {
    const { document, order } = find(id);
    return document.rows(order, from, to);
  },
  close({ id }: { id: number }): void {
    tables.delete(id);
  },
};

export type TableMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });
