import { operationKey } from "../contract/call-facts.ts";
import type { AnyOperation } from "../contract/operation.ts";
import { branchWriteChecks } from "../resources/branches-write-checks.ts";
import { commitWriteChecks } from "../resources/commits-write-checks.ts";
import { groupWriteChecks } from "../resources/groups-write-checks.ts";
import { issueWriteChecks } from "../resources/issues-write-checks.ts";
import { jobWriteChecks } from "../resources/jobs-write-checks.ts";
import { mergeRequestWriteChecks } from "../resources/merge-requests-write-checks.ts";
import { noteWriteChecks } from "../resources/notes-write-checks.ts";
import { planningWriteChecks } from "../resources/planning-write-checks.ts";
import { projectAccessWriteChecks } from "../resources/project-access-write-checks.ts";
import { runnerWriteChecks } from "../resources/runners-write-checks.ts";
import { snippetWriteChecks } from "../resources/snippets-write-checks.ts";
import { hookWriteChecks } from "../resources/system-hooks-write-checks.ts";
import { tagWriteChecks } from "../resources/tags-write-checks.ts";
import { todoWriteChecks } from "../resources/todos-write-checks.ts";
import { userWriteChecks } from "../resources/users-write-checks.ts";
import { wikiWriteChecks } from "../resources/wikis-write-checks.ts";
import type { Unseen, WriteCheck } from "./write-check.ts";

const checks: ReadonlyMap<string, WriteCheck | Unseen> = new Map(
  [
    ...[branchWriteChecks, commitWriteChecks, tagWriteChecks, wikiWriteChecks],
    ...[mergeRequestWriteChecks, issueWriteChecks, noteWriteChecks, snippetWriteChecks, jobWriteChecks],
    ...[planningWriteChecks, projectAccessWriteChecks],
    ...[groupWriteChecks, userWriteChecks, runnerWriteChecks, hookWriteChecks, todoWriteChecks],
  ]
    .flat()
    .map(([write, check]) => [operationKey(write), check]),
);

/** Returns what the outcome of a write is judged by after an uncertain failure; undefined for a read. */
export const findWriteCheck = (write: AnyOperation): WriteCheck | Unseen | undefined =>
  checks.get(operationKey(write));
