import type { PipelineForm } from "../../../shared/ci/form-inputs.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { CiFormMethods } from "./ci-form.worker.ts";

/** Milliseconds for which a file may block the worker. */
const limitMs = 3_000;

const worker = createWorkerClient<CiFormMethods>(
  () => new Worker(new URL("./ci-form.worker.ts", import.meta.url), { type: "module", name: "ci-form" }),
  { limitMs, stateless: true },
);

/** Reads the inputs and variables of a configuration in a worker, which a hostile file ends. Rejects then. */
export const readFormInWorker = (text: string, file: string, signal: AbortSignal): Promise<PipelineForm> =>
  worker.call("read", { text, file }, { signal });
