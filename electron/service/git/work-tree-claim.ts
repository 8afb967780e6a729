import { homedir } from "node:os";
import { dirname, relative, resolve, sep } from "node:path";
import { followPath } from "../../system/foreign/folder-walk.ts";
import { foreignFolder, readPointer } from "./foreign.ts";
import { isGitDir, type OriginalLayout, pointerTarget } from "./original-layout.ts";
import { isWithin } from "./original-objects.ts";

/** Claim of a repository to a work tree, and what the user has agreed to. */
export interface WorkTreeClaim {
  /** Folder that was opened. */
  readonly opened: string;
  /** Folders outside of it that the user agreed to. */
  readonly agreed: readonly string[];
  /** One below `worktrees/`, whose own `.git` always leads back. */
  readonly isLinked: boolean;
}

/** An original with the work trees outside of it that the user agreed to. */
export type WorkTreeOwner = OriginalLayout & { readonly agreedWorktrees?: readonly string[] };

/** Names in a git folder that git gives a meaning. */
const namesOfGit = new Set([
  ...["hooks", "refs", "logs", "objects", "info", "worktrees", "modules", "lfs", "reftable", "common"],
  ...["branches", "remotes", "sequencer", "rebase-merge", "rebase-apply", "rr-cache", "svn"],
]);

/**
 * Returns why a folder that a repository names as its work tree is none that Helve writes to, as the end of a sentence
 * about it; null where it is one, or is not there. A repository may name any folder of the user: it counts inside the
 * folder that was opened, where its own `.git` leads back, or where the user agreed to it by name. A git folder never
 * counts, and neither does the home folder.
 */
export async function findClaimObstacle(
  { opened, agreed, isLinked }: WorkTreeClaim,
  gitDir: string,
  folder: string,
): Promise<string | null> {
  if ((await followPath(folder).catch(() => null)) === null) return null;
  if (await isInGitFolder(folder)) return "is part of a git folder, which Helve never takes for a work tree";
  const back = await leadsTo(folder);
  if (back === gitDir) return null;
  const home = await followPath(homedir()).catch(homedir);
  if (isWithin(home, folder) && folder !== opened)
    return "is your home folder or one above it, which Helve never takes for the work tree of another folder";
  if (agreed.includes(folder)) return null;
  if (back === null && !isLinked && isWithin(folder, opened)) return null;
  return "is named by the repository alone: its own .git does not lead back, and you have not agreed to it by name";
}

/** Returns the git folder that `.git` of a folder leads to; null where there is none. */
async function leadsTo(folder: string): Promise<string | null> {
  const kind = await foreignFolder(folder).kind(".git");
  if (kind === null) return null;
  const target = kind === "file" ? pointerTarget(await readPointer(folder, ".git")) : ".git";
  return followPath(resolve(folder, target ?? ".git")).catch(() => "");
}

/** Returns whether a folder is a git folder, or belongs to one by what git calls it. */
async function isInGitFolder(folder: string): Promise<boolean> {
  if (folder.split(sep).some((part) => part.toLowerCase() === ".git") || (await isGitDir(folder)))
    return true;
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const [name = ""] = relative(above, folder).split(sep);
    if (namesOfGit.has(name.toLowerCase()) && (await isGitDir(above))) return true;
  }
  return false;
}

/** Returns the folder that a path of a repository leads to, and the path itself where nothing is there. */
export const workTreeAt = (path: string): Promise<string> => followPath(path).catch(() => resolve(path));
