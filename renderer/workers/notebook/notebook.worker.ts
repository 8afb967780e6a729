import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { type Notebook, readNotebook } from "./read-notebook.ts";

const methods = { read: ({ text }: { text: string }): Notebook => readNotebook(text) };

export type NotebookMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope, inOrder: true });
