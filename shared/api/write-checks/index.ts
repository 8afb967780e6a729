import { type AnyOperation, operationKey } from "../contract/operation.ts";
import { accountChecks } from "./account-checks.ts";
import { discussionChecks } from "./discussion-checks.ts";
import { repositoryChecks } from "./repository-checks.ts";
import type { WriteCheck } from "./write-check.ts";

const looks: ReadonlyMap<string, WriteCheck> = new Map(
  [...repositoryChecks, ...discussionChecks, ...accountChecks].map(([write, look]) => [
    operationKey(write),
    look,
  ]),
);

/** Returns the check of a write after an uncertain failure; undefined where no read shows it. */
export const writeCheckFor = (write: AnyOperation): WriteCheck | undefined => looks.get(operationKey(write));
