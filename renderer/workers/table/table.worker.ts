import { defineWorker } from "../protocol/define-worker.ts";
import { type ReadTable, readTable } from "./read-table.ts";

const methods = { read: ({ text }: { text: string }): ReadTable => readTable(text) };

export type TableMethods = typeof methods;

defineWorker(methods);
