import type { Repository } from "../repository.ts";
import { git, gitText } from "../run.ts";

/**
 * Keeps the commits of a merge request's version for good: they stay when its branch is rebased or deleted. Refs
 * below `refs/merge-requests` are fetched by those who ask for them; those below `refs/keep-around` are hidden.
 */
export async function pinHead({ folder }: Repository, iid: number, head: string): Promise<void> {
  const input = `update refs/merge-requests/${iid}/head ${head}\nupdate refs/keep-around/${head} ${head}\n`;
  await git(folder, ["update-ref", "--stdin"], { input });
}

/** Brings a commit of a fork, with all that it needs, into the project that it is proposed to. */
export async function fetchFromFork(
  { folder }: Repository,
  fork: Repository,
  branch: string,
  iid: number,
): Promise<void> {
  await git(folder, [
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    fork.folder,
    `+refs/heads/${branch}:refs/merge-requests/${iid}/head`,
  ]);
}

/** Removes refs of versions whose commits are gone, after a history was rewritten: git calls a repository with them broken. */
export async function removeLostPins({ folder, objects }: Repository): Promise<void> {
  const format = "--format=%(objectname) %(refname)";
  const pins = await gitText(folder, ["for-each-ref", format, "refs/merge-requests/", "refs/keep-around/"]);
  for (const pin of pins.split("\n").filter(Boolean)) {
    const [commit = "", ref = ""] = pin.split(" ");
    if ((await objects.check(commit)) === null) await git(folder, ["update-ref", "-d", ref, commit]);
  }
}
