import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { type ChangeSet, findCommonParts } from "./common-changes.ts";

const methods = {
  commonParts: ({ sets }: { sets: readonly ChangeSet[] }) => findCommonParts(sets),
};

export type ChangesMethods = typeof methods;
defineWorker(methods, { endpoint: workerScope });
