import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { NotebookMethods } from "./notebook.worker.ts";
import type { Notebook } from "./read-notebook.ts";

const worker = createWorkerClient<NotebookMethods>(
  () => new Worker(new URL("./notebook.worker.ts", import.meta.url), { type: "module", name: "notebook" }),
  { stateless: true },
);

/** Reads a notebook outside of the page's thread. */
export const readNotebookInWorker = (text: string, signal: AbortSignal): Promise<Notebook> =>
  worker.call("read", { text }, { signal });
