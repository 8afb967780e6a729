import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";

/** Returns whether a commit is an ancestor of another one. */
export async function isAncestor(
  { folder }: Repository,
  commit: string,
  of: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", commit, of];
  const { code } = await git(folder, args, { expect: [0, 1, 128], signal });
  return code === 0;
}

/** Returns commits of `from` that `without` lacks. */
export async function countAhead({ folder }: Repository, from: string, without: string): Promise<number> {
  return Number((await gitText(folder, ["rev-list", "--count", `${without}..${from}`])).trim());
}

/** Returns the number of commits of a branch; 0 where there is no such branch. `signal` ends git. */
export async function countCommits(folder: string, branch: string, signal: AbortSignal): Promise<number> {
  const args = ["rev-list", "--count", `refs/heads/${branch}`];
  return Number((await gitText(folder, args, { expect: [0, 128], signal })).trim() || 0);
}
