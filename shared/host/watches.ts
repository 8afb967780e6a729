import { z } from "zod";
import { isEndedStatus } from "../ci/ended-status.ts";

/**
 * Jobs and pipelines whose end the host waits for, also while no page is open. `GET /watches` lists them, newest first;
 * `POST /watches` with {@link newWatch} adds one and responds with {@link addedWatch}; `DELETE /watches/:key` removes one
 * and `DELETE /watches` those that have ended (both 204).
 */
export const newWatch = z.strictObject({
  accountId: z.string().min(1),
  kind: z.enum(["job", "pipeline"]),
  /** Full path of the project. */
  project: z.string().min(1),
  /** Id of the job or pipeline. */
  id: z.int().positive(),
  /** Such as `unit tests` or `Pipeline #12`. */
  name: z.string().min(1).max(500),
  /** Branch or tag. */
  ref: z.string().max(500).nullable(),
  /** Path of the app that a click on the notification opens. */
  path: z.string().regex(/^\/(?!\/)/),
});
export type NewWatch = z.output<typeof newWatch>;

export const watch = z.object({
  ...newWatch.shape,
  key: z.string(),
  /** State as the service named it last or {@link goneState}; null while it was not reached yet. */
  status: z.string().nullable(),
  addedAt: z.iso.datetime(),
  /** Time at which the host noticed the end, null before. */
  endedAt: z.iso.datetime().nullable(),
});
export type Watch = z.output<typeof watch>;

export const watchList = z.array(watch);

/** `watching` is false where it had ended already: nothing was added. */
export const addedWatch = z.object({ watching: z.boolean(), watch });

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
