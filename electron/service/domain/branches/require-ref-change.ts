import { forbidden, type HttpError, httpError } from "../../http/http-error.ts";
import type { Context } from "../../http/implement.ts";
import type { Project } from "../../store/projects/projects.ts";
import { denialFor } from "./authorize-ref.ts";
import type { RefChange, RefDenial } from "./ref-permission.ts";

/** Status with which a branch that may not be written is refused: 400 for files, 403 for all else (docs/compatibility.md, 22). */
export type RefusalStatus = 400 | 403;

/** Throws the interface's refusal where the caller may not change a ref of a project. */
export function requireRefChange(
  context: Context,
  project: Project,
  change: RefChange,
  status: RefusalStatus = 403,
): void {
  const denial = denialFor(context.store, context.user, project, change);
  if (denial !== null) throw refusalOf(denial, change, status);
}

function refusalOf(denial: RefDenial, change: RefChange, status: RefusalStatus): HttpError {
  if (denial === "default branch")
    return httpError(400, "The default branch of a project cannot be deleted.");
  if (change.kind !== "branch") {
    return denial === "archived"
      ? httpError(403, "The project is archived: its tags cannot be changed")
      : forbidden();
  }
  if (change.change === "delete" && denial === "protected") {
    return httpError(403, "Protected branches can be deleted in the web interface only");
  }
  return httpError(status, "You are not allowed to push into this branch");
}
