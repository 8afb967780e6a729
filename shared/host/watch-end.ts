import { isEndedStatus } from "../ci/ended-status.ts";
import type { NewWatch, Watch } from "./watches.ts";

/** Returns the key of what is watched among all accounts. Merge requests have numbers in their projects alone. */
export const watchKey = ({
  accountId,
  kind,
  id,
  project,
}: Pick<NewWatch, "accountId" | "kind" | "id" | "project">): string =>
  kind === "merge" ? `${accountId}.${kind}.${project}!${id}` : `${accountId}.${kind}.${id}`;

/** State of a job or pipeline that was deleted, or that the account may no longer read. */
export const goneState = "not_found";

/**
 * Returns whether a watch ends with the next state: the job or pipeline is over, or the pipeline stops at a manual job. One
 * that waited for a manual job before is watched until somebody has started it.
 */
export const isWatchEnd = ({ kind, status }: Pick<Watch, "kind" | "status">, next: string): boolean =>
  isEndedStatus(next) ||
  next === goneState ||
  (kind === "pipeline" && next === "manual" && status !== null && status !== "manual");

const endWords: Readonly<Record<string, string>> = {
  success: "passed",
  failed: "failed",
  canceled: "was canceled",
  skipped: "was skipped",
  manual: "waits for a manual job",
  [goneState]: "is no longer available",
};

const mergeEndWords: Readonly<Record<string, string>> = {
  success: "was merged",
  failed: "was not merged",
  canceled: "is no longer merged automatically",
  [goneState]: "is no longer available",
};

/** Returns the text before the time at which a watch ended. */
export const endedWord = ({ status }: Watch): string =>
  status === "manual" ? "blocked" : status === goneState ? "not found" : "ended";

/** Returns the text of a notification. */
export const endText = ({
  kind,
  name,
  project,
  ref,
  status,
  reason,
}: Watch): { title: string; body: string } => ({
  title: `${name} ${(kind === "merge" ? mergeEndWords : endWords)[status ?? ""] ?? "ended"}`,
  body: [
    project,
    ...(ref === null ? [] : [ref]),
    ...(reason === null ? [] : [reason]),
    ...(status === goneState ? ["deleted, or you no longer have access"] : []),
  ].join(" · "),
});
