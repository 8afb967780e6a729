import { forbidden, type HttpError, httpError, notFound } from "../../http/http-error.ts";
import type { RefChange, RefDenial } from "./ref-permission.ts";
import type { BranchUpdateResult } from "./update-branch.ts";

/** Status of the refusal to write to a branch: 400 for files, 403 for all else (docs/compatibility.md, 22). */
export type RefusalStatus = 400 | 403;

/** Returns the interface's refusal of a change to a ref that the user may not make. */
export function refusalOf(denial: RefDenial, change: RefChange, status: RefusalStatus = 403): HttpError {
  if (denial === "default branch")
    return httpError(400, "The default branch of a project cannot be deleted.");
  if (change.kind === "tag" && denial === "protected") return movedTag(change.name);
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

const movedTag = (name: string) =>
  httpError(
    403,
    `403 Forbidden: the tag ${name} named another commit before it was deleted. Only maintainers move a tag`,
  );

/** Returns the new tip of a branch that was updated. Throws the interface's refusal where it was not. */
export function requireUpdated(
  result: BranchUpdateResult,
  branch: string,
  status: RefusalStatus = 403,
): string {
  if (result.kind === "denied") throw refusalOf(result.denial, result.change, status);
  if (result.kind === "missing") throw notFound("Branch");
  if (result.kind === "moved" || result.tip === null) {
    throw httpError(400, `Could not update refs/heads/${branch}. Please refresh and try again.`);
  }
  return result.tip;
}
