import type { RefMove } from "../../../shared/api/resources/local-repositories.ts";
import type { RefsMoved } from "../../state/ref-moves.ts";

/** A ref that moved, over all the steps that were noticed. */
export interface JoinedMove extends RefMove {
  /** The ref as people write it, and what it is. */
  readonly name: string;
  readonly type: "branch" | "tag" | "other";
}

/** Joins events, newest first, to one move for each ref; a ref that is where it was before all of them is left out. */
export function joinMoves(events: readonly Pick<RefsMoved, "moved">[]): JoinedMove[] {
  const joined = new Map<string, RefMove>();
  for (const { moved } of events.toReversed()) {
    for (const move of moved) {
      const before = joined.get(move.ref);
      // Ordered by the last move, the latest at the end.
      joined.delete(move.ref);
      joined.set(move.ref, before ? { ...move, before: before.before, kind: kindOf(before, move) } : move);
    }
  }
  return [...joined.values()]
    .filter(({ before, after }) => before !== after)
    .reverse()
    .map((move) => ({ ...move, ...nameOf(move.ref) }));
}

function kindOf(first: RefMove, last: RefMove): RefMove["kind"] {
  if (first.before === null) return "created";
  if (last.after === null) return "deleted";
  return first.kind === "advanced" && last.kind === "advanced" ? "advanced" : "rewritten";
}

function nameOf(ref: string): Pick<JoinedMove, "name" | "type"> {
  const found = /^refs\/(heads|tags)\/(.+)$/.exec(ref);
  if (!found) return { name: ref, type: "other" };
  return { name: found[2] ?? ref, type: found[1] === "heads" ? "branch" : "tag" };
}
