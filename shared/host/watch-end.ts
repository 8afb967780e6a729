import { isEndedStatus } from "../ci/ended-status.ts";
import type { NewWatch, Watch } from "./watches.ts";

/** Returns the key of a job or pipeline among all accounts. */
export const watchKey = ({ accountId, kind, id }: Pick<NewWatch, "accountId" | "kind" | "id">): string =>
  `${accountId}.${kind}.${id}`;

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

/** Returns the text before the time at which a watch ended. */
export const endedWord = ({ status }: Watch): string =>
  status === "manual" ? "blocked" : status === goneState ? "not found" : "ended";

/** Returns the text of a notification. */
export const endText = ({ name, project, ref, status }: Watch): { title: string; body: string } => ({
  title: `${name} ${endWords[status ?? ""] ?? "ended"}`,
  body: [
    project,
    ...(ref === null ? [] : [ref]),
    ...(status === goneState ? ["deleted, or you no longer have access"] : []),
  ].join(" · "),
});
