import { forbidden, HttpError } from "../../http/http-error.ts";
import { forkNetworkOf, type Project } from "../../store/projects/projects.ts";
import type { Caller } from "./access-level.ts";
import { requireReadableProject } from "./require-project.ts";

/**
 * Returns the project that a merge request out of `source` may go into: commits are copied there, and its code is
 * compared. Throws 404 where the caller may not see it, 403 where they may not read its code or it takes none, and 422
 * where neither project is a fork of the other or of the same one.
 */
export function requireTarget(caller: Caller, source: Project, targetId: number | undefined): Project {
  if (targetId === undefined || targetId === source.id) return source;
  const target = requireReadableProject(caller, targetId);
  if (!target.mergeRequestsEnabled || target.archived) throw forbidden();
  const { store } = caller;
  if (forkNetworkOf(store, target.id) === forkNetworkOf(store, source.id)) return target;
  throw new HttpError(422, { error: ["Source project is not a fork of the target project"] });
}
