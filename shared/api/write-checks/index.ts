import { type AnyOperation, operationKey } from "../contract/operation.ts";
import { accountChecks } from "./account-checks.ts";
import { discussionChecks } from "./discussion-checks.ts";
import { repositoryChecks } from "./repository-checks.ts";
import type { WriteCheck } from "./write-check.ts";

const checks: ReadonlyMap<string, WriteCheck> = new Map(
  [...repositoryChecks, ...discussionChecks, ...accountChecks].map(([write, check]) => [
    operationKey(write),
    check,
  ]),
);

/** Returns the check of a write after an uncertain failure; undefined where no read shows it. */
export const writeCheckFor = (write: AnyOperation): WriteCheck | undefined => checks.get(operationKey(write));
