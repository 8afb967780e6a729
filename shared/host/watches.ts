import { z } from "zod";
import { hostRoute } from "./host-route.ts";

/** A job, a pipeline or an automatic merge whose end the host waits for, also while no page is open. */
const newWatch = z.strictObject({
  accountId: z.string().min(1),
  kind: z.enum(["job", "pipeline", "merge"]),
  /** Full path of the project. */
  project: z.string().min(1),
  /** Id of the job or pipeline, number of the merge request. */
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
  /** Reason why a merge did not happen, where the service says one. */
  reason: z.string().nullable().default(null),
  addedAt: z.iso.datetime(),
  /** Time at which the host noticed the end, null before. */
  endedAt: z.iso.datetime().nullable(),
});
export type Watch = z.output<typeof watch>;

export const watchList = z.array(watch);

export const addedWatch = z.object({ watching: z.boolean(), watch });

export const watchRoutes = {
  /** Newest first. */
  list: hostRoute("GET /watches", { response: watchList }),
  /** Adds one, with status 201; `watching` is false where it had ended already: nothing was added, with status 200. */
  add: hostRoute("POST /watches", {
    body: newWatch,
    response: addedWatch,
    status: 201,
  }),
  /** Removes those that have ended. */
  removeEnded: hostRoute("DELETE /watches"),
  remove: hostRoute("DELETE /watches/:key"),
};
