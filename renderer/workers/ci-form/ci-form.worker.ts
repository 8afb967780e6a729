import type { PipelineForm } from "../../../shared/ci/form-inputs.ts";
import { readPipelineForm } from "../../../shared/ci/pipeline-form.ts";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";

const methods = {
  /** Reads the inputs and variables of a configuration. */
  read: ({ text, file }: { text: string; file: string }): PipelineForm => readPipelineForm(text, file),
};

export type CiFormMethods = typeof methods;
defineWorker(methods, { endpoint: workerScope });
