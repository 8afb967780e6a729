import { basename, dirname, join, resolve } from "node:path";
import { foreignFolder, readPointer } from "./foreign.ts";
import { type GitFolder, otherFolder } from "./git-folder.ts";
import { originalRoot } from "./linked-repository.ts";
import type { OriginalLayout, OriginalSettings } from "./original-layout.ts";
import { readSettings } from "./original-settings.ts";
import { isPlainRefName } from "./plain-names.ts";
import { git } from "./run.ts";
import { findClaimObstacle, type WorkTreeClaim, type WorkTreeOwner, workTreeAt } from "./work-tree-claim.ts";

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
export async function listCheckedOut(own: GitFolder, owner: WorkTreeOwner): Promise<CheckedOut[]> {
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
export async function checksOut(
  own: GitFolder,
  { ref, gitDir, folder, claim }: CheckedOut,
): Promise<boolean> {
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

async function inMainWorkTree(own: GitFolder, owner: WorkTreeOwner): Promise<CheckedOut[]> {
  const { commonDir } = owner;
  const settings = await readSettings(own.git, { ...owner, gitDir: commonDir });
  const folder = await mainWorkTree(owner, settings);
  if (folder !== null) return checkedOutIn(own, commonDir, folder, claimOf(owner, false));
  if (settings.bare) return [];
  // A git folder apart from its work tree (`init --separate-git-dir`): only the work tree knows where both are.
  const found = await checkedOutIn(own, commonDir, commonDir, claimOf(owner, false));
  return found.map((checkout) => ({ ...checkout, obstacle: "belongs to a work tree in an unknown folder" }));
}

async function checkedOutIn(
  own: GitFolder,
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

/** Unfinished operation of git in a work tree. */
interface UnfinishedOperation {
  /** Such as "a rebase"; null where there is nothing. */
  readonly name: string | null;
  /** Full names of branches that it moves in the end, or returns to. */
  readonly refs: readonly string[];
}

/** Finds what git has begun and not finished in a work tree, by the files that git itself looks for. */
async function findUnfinished(own: GitFolder, gitDir: string): Promise<UnfinishedOperation> {
  const folder = foreignFolder(gitDir);
  // Where it is a pipe or a link the operation is unfinished all the same.
  const read = async (name: string) => ((await folder.readText(name).catch(() => null)) ?? "").trim();
  const has = (name: string) => folder.exists(name);
  const bisects = await has("BISECT_LOG");
  const [cherryPick, revert, todo, updated, ...started] = await Promise.all([
    hasOwnRef(own, gitDir, "CHERRY_PICK_HEAD"),
    hasOwnRef(own, gitDir, "REVERT_HEAD"),
    read("sequencer/todo"),
    read("rebase-merge/update-refs"),
    read("rebase-merge/head-name"),
    read("rebase-apply/head-name"),
    bisects ? read("BISECT_START") : "",
  ]);
  const operations: readonly (readonly [string, boolean])[] = [
    ["a merge", await has("MERGE_HEAD")],
    ["git am", await has("rebase-apply/applying")],
    ["a rebase", (await has("rebase-merge")) || (await has("rebase-apply"))],
    ["a cherry-pick", cherryPick || todo.startsWith("pick")],
    ["a revert", revert || todo.startsWith("revert")],
    ["a bisection", bisects],
  ];
  return {
    name: operations.find(([, unfinished]) => unfinished)?.[0] ?? null,
    refs: [...started.map(toRef), ...refsToUpdate(updated)].filter((ref) => ref !== null),
  };
}

/** Returns the branch that an operation began at; null where it began at a detached HEAD. */
function toRef(name: string): string | null {
  if (name.startsWith("refs/heads/")) return name;
  return name === "" || name === "detached HEAD" || /^[0-9a-f]{40,64}$/.test(name)
    ? null
    : `refs/heads/${name}`;
}

/** Returns the first of each three lines of `update-refs`: ref, commit before and commit after. */
const refsToUpdate = (text: string): string[] =>
  text.split("\n").filter((line) => line.startsWith("refs/heads/"));

/**
 * Returns the full name of the branch that a work tree has checked out, with or without commits; null for a detached
 * HEAD. `own` is Helve's git folder of the original, `gitDir` the work tree's one.
 */
export async function readHeadBranch(own: GitFolder, gitDir: string): Promise<string | null> {
  if (await hasReftable(gitDir))
    return (await readRef(own, gitDir, ["symbolic-ref", "--quiet", "HEAD"])) || null;
  const head = await readSymbolic(gitDir, "HEAD");
  return head === null ? null : followSymbolic((await originalRoot(own)) ?? own.folder, head);
}

/** Returns the target of a symbolic ref; null for any other file, and where there is none. */
async function readSymbolic(folder: string, name: string): Promise<string | null> {
  // As old versions of git and `core.preferSymlinkRefs` write it.
  const target = (await foreignFolder(folder).readLink(name))?.toString();
  if (target !== undefined && isPlainRefName(target)) return target;
  return /^ref: *(\S+)/.exec((await readPointer(folder, name)) ?? "")?.[1] ?? null;
}

/** Depth to which git follows symbolic refs. */
const maxDepth = 5;

/** Returns the branch that a name leads to, which is the name itself unless `git symbolic-ref` made it. */
async function followSymbolic(root: string, ref: string, depth = 1): Promise<string> {
  if (!ref.startsWith("refs/heads/") || ref.includes("..") || depth > maxDepth) return ref;
  const target = await readSymbolic(root, ref);
  return target === null ? ref : followSymbolic(root, target, depth + 1);
}

/** Returns whether a work tree has a ref of its own, such as `CHERRY_PICK_HEAD`. */
async function hasOwnRef(own: GitFolder, gitDir: string, name: string): Promise<boolean> {
  if (await foreignFolder(gitDir).exists(name)) return true;
  if (!(await hasReftable(gitDir))) return false;
  return (await readRef(own, gitDir, ["rev-parse", "--quiet", "--verify", name])) !== "";
}

const hasReftable = (gitDir: string): Promise<boolean> => foreignFolder(gitDir).exists("reftable");

/** Runs git on the refs of a work tree in a reftable, with Helve's configuration. Empty where there is no such ref. */
async function readRef(own: GitFolder, gitDir: string, args: readonly string[]): Promise<string> {
  const linked = dirname(gitDir).endsWith("worktrees");
  const { stdout } = await git(linked ? otherFolder(own.git, gitDir) : own, args, {
    env: linked ? { GIT_COMMON_DIR: own.folder } : {},
    expect: [0, 1, 128],
  });
  return stdout.toString().trim();
}
