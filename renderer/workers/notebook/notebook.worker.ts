import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { type Notebook, readNotebook } from "./read-notebook.ts";

const methods = { read: ({ text }: { text: string }): Notebook => readNotebook(text) };

export type NotebookMethods = typeof methods;

defineWorker(methods, { inOrder: true });
