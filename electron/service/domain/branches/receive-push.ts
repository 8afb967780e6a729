import { listCheckedOut } from "../../git/checked-out.ts";
import type { PushCommand, PushRequest } from "../../git/push-request.ts";
import { findLinkOnTheWay } from "../../git/ref-paths.ts";
import { branchesOf } from "../../git/refs.ts";
import { symbolicRefs } from "../../git/symbolic-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import { protectionLevels } from "../../store/projects/protected-branches.ts";
import type { User } from "../../store/users/users.ts";
import { followBranches } from "../merge-request-versions/follow-branches.ts";
import { symbolic } from "../originals/move-refs.ts";
import { isReadOnly } from "../originals/original-state.ts";
import { forgetDeletedTags, keepDeletedTags } from "./keep-deleted-tags.ts";
import { announceRefUpdates } from "./record-ref-updates.ts";
import { denialOf, type RefChange, refRulesOf } from "./ref-permission.ts";

/** Settings of a push, and the steps after git has ended. */
export interface PushPlan extends PushVerdict {
  readonly finish: () => Promise<void>;
}

/**
 * Checks a push to a project: `updateBranch` for many refs at once. Guard and announcement run here, before git reads any
 * of the push; git's `receive-pack` locks, compares and swaps each ref; `finish` records and follows the refs that the
 * push named and git has moved, and no others.
 */
export async function planPush(
  store: ServiceStore,
  project: Project,
  user: User | null,
  { commands, options }: Pick<PushRequest, "commands" | "options">,
): Promise<PushPlan> {
  const { refused, forwardOnly } = pushRules(store, user, project, commands);
  const refusal = refused ?? refusedOption(options) ?? (await refusedByOriginal(store, project, commands));
  const userId = user?.id ?? null;
  const skipsCi = options.includes(skipOption);
  const update =
    refusal === null && commands.length > 0
      ? announceRefUpdates(store, project, commands, { userId, skipsCi })
      : null;
  if (update) await keepDeletedTags(store, project, commands);
  return {
    refused: refusal,
    forwardOnly,
    finish: async () => {
      if (!update) return;
      forgetDeletedTags(store, project, commands);
      await update.record();
      await followBranches(store, project, userId, branchesOf(commands));
    },
  };
}

/** Option of a push that starts no jobs. */
const skipOption = "ci.skip";

/** Returns why a push with an option that has no meaning here is refused: its user counts on it. */
export function refusedOption(options: readonly string[]): string | null {
  const unknown = options.find((option) => option !== skipOption);
  return unknown === undefined ? null : `The push option "${unknown.slice(0, 100)}" is not supported here.`;
}

/** Returns why an original takes none of a push: a branch of it is checked out there, or nothing may be written. */
async function refusedByOriginal(
  store: ServiceStore,
  project: Project,
  commands: readonly PushCommand[],
): Promise<string | null> {
  const original = findOriginal(store, project.id);
  if (!original) return null;
  if (await isReadOnly(store, original)) return `${original.path} can only be read.`;
  const names = commands.map(({ ref }) => ref);
  // git writes objects, refs and logs by itself.
  const planted = await findLinkOnTheWay(original.commonDir, names);
  if (planted !== null) return planted;
  // git would follow such a name, and move or delete what it leads to.
  for (const [ref, target] of await symbolicRefs(store.git.open(project.repositoryPath), names))
    return symbolic(ref, target).message;
  const worktrees = await listCheckedOut(store.git.open(project.repositoryPath), original);
  const taken = worktrees.find(({ ref }) => commands.some((command) => command.ref === ref));
  return taken ? `${taken.ref.replace("refs/heads/", "")} is checked out in ${taken.folder}.` : null;
}

/** Result of the check of a push. */
export interface PushVerdict {
  /** Reason why the whole push is refused; null where it is not. */
  readonly refused: string | null;
  /**
   * Whether git must refuse non-fast-forward updates in this push, because a protected branch that may not
   * be force-pushed is among them. Only git can check it, once it has the commits.
   */
  readonly forwardOnly: boolean;
}

/** Returns the verdict on a push. */
function pushRules(
  store: ServiceStore,
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
    change?.kind === "branch" &&
    protectionLevels(rules.protections, change.name, rules.nameRule)?.forcePush === false;
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
