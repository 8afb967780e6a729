import type { PushCommand } from "../../git/transport/push-request.ts";
import type { Project } from "../../store/projects/projects.ts";
import { protectionLevels } from "../../store/projects/protected-branches.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { denialOf, type RefChange, refRulesOf } from "./ref-permission.ts";

/** Result of the check of a push. */
export interface PushVerdict {
  /** Reason why the whole push is refused; null where it is not. */
  readonly refused: string | null;
  /**
   * Whether git must refuse non-fast-forward updates in this push, because a protected branch is among
   * them. Only git can check it, once it has the commits.
   */
  readonly forwardOnly: boolean;
}

/** Returns the verdict on a push. */
export function pushRules(
  store: Store,
  user: User | null,
  project: Project,
  commands: readonly PushCommand[],
): PushVerdict {
  const rules = refRulesOf(store, user, project);
  const changes = commands.map(changeOf);
  const unknown = commands.find((_, index) => changes[index] === null);
  if (unknown)
    return { refused: `Only branches, tags and notes can be pushed: ${unknown.ref}`, forwardOnly: false };
  const denied = changes.find((change) => change !== null && denialOf(rules, change) !== null);
  const protects = (change: RefChange | null) =>
    change?.kind === "branch" && protectionLevels(rules.protections, change.name, rules.nameRule) !== null;
  return {
    refused: denied ? `You are not allowed to push into the protected ${denied.kind} ${denied.name}.` : null,
    forwardOnly: changes.some(protects),
  };
}

/** Returns a command as a change of a ref; null for refs that cannot be pushed. Prefixes compare byte by byte. */
function changeOf({ before, after, ref }: PushCommand): RefChange | null {
  // git deletes a ref whatever its previous hash, so this is checked first.
  const change = isZero(after) ? "delete" : isZero(before) ? "create" : "update";
  if (ref.startsWith("refs/heads/")) {
    return {
      kind: "branch",
      name: ref.slice("refs/heads/".length),
      change: change === "update" ? "write" : change,
    };
  }
  if (ref.startsWith("refs/tags/")) {
    return {
      kind: "tag",
      name: ref.slice("refs/tags/".length),
      change: change === "update" ? "move" : change,
      at: after,
    };
  }
  return ref.startsWith("refs/notes/")
    ? { kind: "note", name: ref.slice("refs/notes/".length), change }
    : null;
}

const isZero = (hash: string): boolean => /^0+$/.test(hash);
