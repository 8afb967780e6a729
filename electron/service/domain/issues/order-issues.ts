import { findIssueById, listPlacedIds, placeIssue } from "../../store/review/issues.ts";
import type { Caller } from "../access/access-level.ts";
import { requireRole } from "../access/require-access.ts";
import { badParameter, notFound } from "../refusal.ts";
import type { IssueInProject } from "./require-issue.ts";

/** Distance between two issues that are placed anew. */
const step = 1024;

/**
 * Places an issue after one of its project and before another one; one of them is enough. Throws `forbidden` below
 * reporter, `badParameter` without either, and `notFound` for an issue of another project.
 */
export function reorder(
  caller: Caller,
  { project, issue }: IssueInProject,
  { after, before }: { readonly after: number | undefined; readonly before: number | undefined },
): void {
  const { store } = caller;
  requireRole(caller, project, "reporter");
  if (after === undefined && before === undefined)
    throw badParameter(
      "move_after_id, move_before_id",
      "are missing, at least one parameter must be provided",
    );
  store.transaction(() => {
    const order = listPlacedIds(store, project.id).filter((id) => id !== issue.id);
    const [behind, ahead] = [after, before].map((id) => (id === undefined ? -1 : order.indexOf(id)));
    if ((after !== undefined && behind === -1) || (before !== undefined && ahead === -1)) throw notFound();
    const at = after === undefined ? (ahead ?? 0) : (behind ?? 0) + 1;
    const place = placeBetween(positionOf(order[at - 1]), positionOf(order[at]));
    if (place !== null) return placeIssue(store, issue.id, place);
    order.splice(at, 0, issue.id);
    for (const [index, id] of order.entries()) placeIssue(store, id, (index + 1) * step);
  });

  function positionOf(id: number | undefined): number | null | undefined {
    return id === undefined ? undefined : (findIssueById(store, id)?.position ?? null);
  }
}

/** Returns a place between two neighbours, undefined where there is none; null where all have to be placed anew. */
function placeBetween(low: number | null | undefined, high: number | null | undefined): number | null {
  if (low === null || high === null || (low === undefined && high === undefined)) return null;
  if (low === undefined) return (high ?? 0) - step;
  if (high === undefined) return low + step;
  const middle = (low + high) / 2;
  return middle > low && middle < high ? middle : null;
}
