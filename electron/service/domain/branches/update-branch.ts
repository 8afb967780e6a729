import { isAncestor } from "../../git/ancestry.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import { branchesOf, branchTip, noObject } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { RefUpdate } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import { followBranches } from "../merge-request-versions/follow-branches.ts";
import { checkedOutRefs } from "../originals/move-refs.ts";
import { projectRepository } from "../originals/original-state.ts";
import { type BranchWriting, forbidden, invalid, notFound, Refusal } from "../refusal.ts";
import { moveAndRecord } from "./record-ref-updates.ts";
import { denialOf, type RefChange, type RefDenial, refRulesOf } from "./ref-permission.ts";

/** User who updates refs of a project. */
export interface RefWriter {
  readonly store: ServiceStore;
  readonly project: Project;
  readonly user: User;
}

/** Kind of change of a branch, as its permissions distinguish it. */
type BranchChange = Extract<RefChange, { kind: "branch" }>["change"];

/** The branch as it is while nobody else writes to the repository. */
export interface BranchState {
  readonly repository: Repository;
  /** The project as it is now. */
  readonly project: Project;
  /** Null where there is no such branch. */
  readonly tip: string | null;
}

interface BranchUpdate {
  readonly branch: string;
  /** Kind of change that is checked; by default "create" or "write", and "rewrite" where `start` leaves commits out. */
  readonly change?: BranchChange;
  /** Tip that the caller has read; with another one the branch is not updated. */
  readonly expected?: string;
  /** Returns the commit to build upon; the tip by default, and then the branch has to exist. */
  readonly start?: (state: BranchState) => Promise<string | null>;
  /** Makes the new tip upon `start` and returns its hash; null deletes the branch. What it throws ends the update. */
  readonly build: (state: BranchState & { readonly start: string | null }) => Promise<string | null>;
  /** Saves further rows of the update, in the transaction that records it. */
  readonly record?: (tip: string | null) => void;
  /** Text for the reflog. */
  readonly message?: string;
  /** Update a checked-out branch of an opened repository together with its clean work tree. */
  readonly updateWorktree?: boolean;
  /** Start no pipeline for it. */
  readonly skipsCi?: boolean;
}

type BranchUpdateResult =
  | { readonly kind: "updated"; readonly tip: string | null }
  /** The user may not; nothing was changed. */
  | { readonly kind: "denied"; readonly denial: RefDenial; readonly change: RefChange }
  /** There is no such branch. */
  | { readonly kind: "missing" }
  /** The branch has another tip than expected, because git or another process updated it; nothing was changed. */
  | { readonly kind: "moved" };

/**
 * Creates, updates or deletes a branch. Every operation that does so uses this function; a push over HTTP has the same
 * steps in `receive-push.ts`, where git itself does the second and third.
 *
 * 1. Lock: one writer at a time in a repository. Nothing is left by a failure here.
 * 2. Guard: who may do what (`ref-permission.ts`). Returns "denied"; nothing is left.
 * 3. Build: the new commit. A failure leaves at most objects that nothing refers to.
 * 4. Announce: open merge requests of the branch are marked, and the update is stored (`record-ref-updates.ts`). Both
 *    without an update are harmless.
 * 5. Ref: compare and swap, in an opened repository with its work tree. Returns "moved" or throws; nothing is left but
 *    objects. From here on the update is done.
 * 6. Record, in one transaction: activity, default branch, the caller's rows, and what pipelines and system hooks start
 *    from. After a kill the next start of the service does it, without the caller's rows; where the disk is full, the
 *    ref is moved back.
 * 7. Follow: merge requests of the branch get their new version or are merged. After a kill the next start of the
 *    service does it, for they are marked.
 */
export async function updateBranch(writer: RefWriter, update: BranchUpdate): Promise<BranchUpdateResult> {
  const { store, user } = writer;
  const { branch } = update;
  const repository = projectRepository(store, writer.project);
  const result = await repository.exclusively(async (): Promise<BranchUpdateResult> => {
    // The previous writer may have set the project's default branch.
    const project = findProject(store, writer.project.id) ?? writer.project;
    const state = { repository, project, tip: await branchTip(repository, branch) };
    const { tip } = state;
    if (tip === null && !update.start) return { kind: "missing" };
    const rules = refRulesOf(store, user, project);
    const change = branchChange(branch, update.change ?? (tip === null ? "create" : "write"));
    const denial = denialOf(rules, change);
    if (denial) return { kind: "denied", denial, change };
    if (update.expected !== undefined && update.expected !== tip) return { kind: "moved" };
    const start = update.start ? await update.start(state) : tip;
    if (!update.change && tip !== null && start !== tip && !(await contains(repository, start, tip))) {
      const rewrite = branchChange(branch, "rewrite");
      const denial = denialOf(rules, rewrite);
      if (denial) return { kind: "denied", denial, change: rewrite };
    }
    const after = await update.build({ ...state, start });
    const ref = { ref: `refs/heads/${branch}`, before: tip ?? noObject, after: after ?? noObject };
    const { message = "", updateWorktree = false, skipsCi = false } = update;
    const record = () => update.record?.(after);
    const options = { user, userId: user.id, message, updateWorktree, skipsCi, record };
    if (!(await moveAndRecord(store, project, [ref], options))) return { kind: "moved" };
    return { kind: "updated", tip: after };
  });
  if (result.kind === "updated") await followBranches(store, writer.project, user.id, [branch]);
  return result;
}

/** Times that branches are chosen anew where one of them was updated meanwhile. */
const maxChoices = 5;

/**
 * Deletes branches with the steps of {@link updateBranch} taken once for all of them, and their refs in one transaction:
 * all or none. Branches that may not be deleted or are checked out are left.
 */
export async function deleteBranches(
  { store, project, user }: RefWriter,
  choose: (repository: Repository) => Promise<readonly { readonly name: string; readonly commit: string }[]>,
): Promise<void> {
  const repository = projectRepository(store, project);
  const updates = await repository.exclusively(async (): Promise<readonly RefUpdate[]> => {
    for (let choice = 0; choice < maxChoices; choice++) {
      const taken = await checkedOutRefs(store, project);
      const rules = refRulesOf(store, user, project);
      const updates = (await choose(repository)).flatMap(({ name, commit }) => {
        const ref = `refs/heads/${name}`;
        if (taken.has(ref) || denialOf(rules, branchChange(name, "delete"))) return [];
        return [{ ref, before: commit, after: noObject }];
      });
      if (updates.length === 0) return [];
      if (await moveAndRecord(store, project, updates, { user, userId: user.id })) return updates;
    }
    return [];
  });
  if (updates.length > 0) await followBranches(store, project, user.id, branchesOf(updates));
}

/** Returns false where an update failed because the branch is checked out in an opened repository. Throws any other error. */
export function falseIfCheckedOut(error: unknown): false {
  if (error instanceof GitRefusal && error.reason === "checked_out") return false;
  throw error;
}

const branchChange = (name: string, change: BranchChange): RefChange => ({ kind: "branch", name, change });

const contains = (repository: Repository, commit: string | null, tip: string): Promise<boolean> =>
  commit === null ? Promise.resolve(false) : isAncestor(repository, tip, commit);

/** Returns the interface's refusal of a change to a ref that the user may not make. */
export function refRefusal(
  denial: RefDenial,
  change: RefChange,
  writing: BranchWriting = "commits",
): Refusal {
  if (denial === "default branch") return invalid("The default branch of a project cannot be deleted.");
  if (denial === "moved tag") return new Refusal("tagMoved", { name: change.name });
  if (change.kind === "tag" && denial === "protected")
    return forbidden(`You are not allowed to ${change.change} the protected tag ${change.name}`);
  if (change.kind !== "branch") {
    return denial === "archived"
      ? forbidden("The project is archived: its tags cannot be changed")
      : forbidden();
  }
  if (change.change === "delete" && denial === "protected") {
    return forbidden("Protected branches can be deleted in the web interface only");
  }
  return new Refusal("branchDenied", { writing });
}

/** Returns the new tip of a branch that was updated. Throws the interface's refusal where it was not. */
export function requireUpdated(
  result: BranchUpdateResult,
  branch: string,
  writing: BranchWriting = "commits",
): string {
  if (result.kind === "denied") throw refRefusal(result.denial, result.change, writing);
  if (result.kind === "missing") throw notFound("Branch");
  if (result.kind === "moved" || result.tip === null) {
    throw invalid(`Could not update refs/heads/${branch}. Please refresh and try again.`);
  }
  return result.tip;
}
