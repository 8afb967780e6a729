import { findLinkOnTheWay } from "../../git/originals/ref-paths.ts";
import { branchesOf } from "../../git/refs/refs.ts";
import { symbolicRefs } from "../../git/refs/symbolic-refs.ts";
import type { PushCommand, PushRequest } from "../../git/transport/push-request.ts";
import { listCheckedOut } from "../../git/worktree/checked-out.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { followBranches } from "../merge-request-versions/follow-branches.ts";
import { symbolic } from "../originals/move-refs.ts";
import { isReadOnly } from "../originals/original-state.ts";
import { forgetDeletedTags, keepDeletedTags } from "./former-tags.ts";
import { type PushVerdict, pushRules } from "./push-rules.ts";
import { announceRefUpdates } from "./record-ref-updates.ts";

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
  store: Store,
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
  store: Store,
  project: Project,
  commands: readonly PushCommand[],
): Promise<string | null> {
  const original = findOriginal(store, project.id);
  if (!original) return null;
  if (await isReadOnly(original)) return `${original.path} can only be read.`;
  const names = commands.map(({ ref }) => ref);
  // git writes objects, refs and logs by itself.
  const planted = await findLinkOnTheWay(original.commonDir, names);
  if (planted !== null) return planted;
  // git would follow such a name, and move or delete what it leads to.
  for (const [ref, target] of await symbolicRefs(project.repositoryPath, names))
    return symbolic(ref, target).message;
  const worktrees = await listCheckedOut(project.repositoryPath, original);
  const taken = worktrees.find(({ ref }) => commands.some((command) => command.ref === ref));
  return taken ? `${taken.ref.replace("refs/heads/", "")} is checked out in ${taken.folder}.` : null;
}
