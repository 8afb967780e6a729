import { basename, dirname, join, resolve } from "node:path";
import { foreignFolder, readPointer } from "../originals/foreign.ts";
import type { OriginalLayout, OriginalSettings } from "../originals/original-layout.ts";
import { readSettings } from "../originals/original-settings.ts";
import { findUnfinished } from "./unfinished-operation.ts";
import { findClaimObstacle, type WorkTreeClaim, type WorkTreeOwner, workTreeAt } from "./work-tree-claim.ts";
import { readHeadBranch } from "./worktree-refs.ts";

/** A work tree of an original with the ref that it has checked out. */
export interface CheckedOut {
  /** Full name, such as `refs/heads/main`; the branch may have no commit yet. */
  readonly ref: string;
  /** The work tree's folder. */
  readonly folder: string;
  /** Folder with its HEAD and index. */
  readonly gitDir: string;
  /** Reason why Helve must not update it, as the end of a sentence; null where a clean one can be updated. */
  readonly obstacle: string | null;
  /** Origin of the folder's name in the repository. */
  readonly claim: WorkTreeClaim;
}

/**
 * Branches that the work trees of an original have checked out, or are about to move, the main one first. Reads a few
 * small files. `own` is Helve's git folder of it.
 */
export async function listCheckedOut(own: string, owner: WorkTreeOwner): Promise<CheckedOut[]> {
  if (owner.kind === "bundle") return [];
  const { commonDir } = owner;
  const linked = await Promise.all(
    (await foreignFolder(commonDir).list("worktrees")).map(async ({ name }) => {
      const gitDir = join(commonDir, "worktrees", name);
      const text = await readPointer(gitDir, "gitdir");
      if (text === null) return [];
      return checkedOutIn(own, gitDir, dirname(resolve(gitDir, text.trim())), claimOf(owner, true));
    }),
  );
  return [...(await inMainWorkTree(own, owner)), ...linked.flat()];
}

const claimOf = ({ path, agreedWorktrees = [] }: WorkTreeOwner, isLinked: boolean): WorkTreeClaim => ({
  opened: path,
  agreed: agreedWorktrees,
  isLinked,
});

/** Returns whether a work tree still has the same branch checked out, and is still one that Helve may write to. */
export async function checksOut(own: string, { ref, gitDir, folder, claim }: CheckedOut): Promise<boolean> {
  const now = await checkedOutIn(own, gitDir, folder, claim);
  return now.some(
    (checkout) => checkout.ref === ref && checkout.obstacle === null && checkout.folder === folder,
  );
}

/** Returns the folder of the main work tree; null where there is none, or where it is not known. */
async function mainWorkTree(
  layout: OriginalLayout,
  { workTree, bare }: Pick<OriginalSettings, "workTree" | "bare">,
): Promise<string | null> {
  const { kind, path, gitDir, commonDir } = layout;
  if (workTree !== null) return resolve(commonDir, workTree);
  if (bare) return null;
  // Its git folder may have any name where a link or a `.git` file leads to it.
  if (kind !== "bare" && gitDir === commonDir) return path;
  return basename(commonDir) === ".git" ? dirname(commonDir) : null;
}

async function inMainWorkTree(own: string, owner: WorkTreeOwner): Promise<CheckedOut[]> {
  const { commonDir } = owner;
  const settings = await readSettings({ ...owner, gitDir: commonDir });
  const folder = await mainWorkTree(owner, settings);
  if (folder !== null) return checkedOutIn(own, commonDir, folder, claimOf(owner, false));
  if (settings.bare) return [];
  // A git folder apart from its work tree (`init --separate-git-dir`): only the work tree knows where both are.
  const found = await checkedOutIn(own, commonDir, commonDir, claimOf(owner, false));
  return found.map((checkout) => ({ ...checkout, obstacle: "belongs to a work tree in an unknown folder" }));
}

async function checkedOutIn(
  own: string,
  gitDir: string,
  named: string,
  claim: WorkTreeClaim,
): Promise<CheckedOut[]> {
  const [head, unfinished] = await Promise.all([readHeadBranch(own, gitDir), findUnfinished(own, gitDir)]);
  const refs = new Set([...(head === null ? [] : [head]), ...unfinished.refs]);
  if (refs.size === 0) return [];
  const folder = await workTreeAt(named);
  const unclaimed = await findClaimObstacle(claim, gitDir, folder);
  const obstacle = unclaimed ?? (unfinished.name === null ? null : `is in the middle of ${unfinished.name}`);
  return [...refs].map((ref) => ({ ref, folder, gitDir, obstacle, claim }));
}
