import type { Repository } from "../repository.ts";
import { git, gitText } from "../run.ts";

/** Whether a commit is part of another one's history. */
export async function isAncestor({ folder }: Repository, commit: string, of: string): Promise<boolean> {
  const { code } = await git(folder, ["merge-base", "--is-ancestor", commit, of], { expect: [0, 1, 128] });
  return code === 0;
}

/** Commits of `from` that `without` lacks. */
export async function countAhead({ folder }: Repository, from: string, without: string): Promise<number> {
  return Number((await gitText(folder, ["rev-list", "--count", `${without}..${from}`])).trim());
}
