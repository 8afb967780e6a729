import { type AnyOperation, operationKey } from "../operation.ts";
import { accountLooks } from "./account-looks.ts";
import { discussionLooks } from "./discussion-looks.ts";
import type { Look } from "./look.ts";
import { repositoryLooks } from "./repository-looks.ts";

const looks: ReadonlyMap<string, Look> = new Map(
  [...repositoryLooks, ...discussionLooks, ...accountLooks].map(([write, look]) => [
    operationKey(write),
    look,
  ]),
);

/** How a write is looked for after an uncertain failure; undefined where no read shows it. */
export const lookFor = (write: AnyOperation): Look | undefined => looks.get(operationKey(write));
