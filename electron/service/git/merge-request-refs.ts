import { Cache } from "./cache.ts";
import { acrossRepositories } from "./git-folder.ts";
import { refsState } from "./refs-state.ts";
import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";

/** Returns the ref of an original that protects a commit, and all that it needs, from `gc`. */
export const pinRef = (commit: string): string => `refs/helve/keep/${commit}`;

/**
 * Pins the commits of a merge request's version: they stay when its branch is rebased or deleted. Refs below
 * `refs/merge-requests` are fetched only on request; those below `refs/keep-around` are hidden.
 */
export async function pinHead(repository: Repository, iid: number, head: string): Promise<void> {
  const input = `update refs/merge-requests/${iid}/head ${head}\nupdate refs/keep-around/${head} ${head}\n`;
  await git(repository, ["update-ref", "--stdin"], { input });
}

/** Removes the refs of a merge request that is gone; `heads` are the commits of its versions that no other one has. */
export async function unpinHeads(
  repository: Repository,
  iid: number,
  heads: readonly string[],
): Promise<void> {
  const names = [`refs/merge-requests/${iid}/head`, ...heads.map((head) => `refs/keep-around/${head}`)];
  const found = await gitText(repository, [
    "for-each-ref",
    "--format=delete %(refname) %(objectname)",
    ...names,
  ]);
  if (found !== "") await git(repository, ["update-ref", "--stdin"], { input: found });
}

/** Copies a commit of a fork, with all its objects, into the target project. */
export async function fetchFromFork(
  repository: Repository,
  fork: Repository,
  branch: string,
  iid: number,
): Promise<void> {
  await git(repository, [
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    fork.folder,
    `+refs/heads/${branch}:refs/merge-requests/${iid}/head`,
  ]);
}

/** Copies a branch's commits into a fork, where no ref names them yet. */
export async function fetchIntoFork(fork: Repository, target: Repository, branch: string): Promise<void> {
  const args = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head"];
  await git(fork, [...args, target.folder, `refs/heads/${branch}`]);
}

/** Removes refs of versions whose commits are gone, after a history was rewritten: git calls a repository with them broken. */
export async function removeLostPins(repository: Repository): Promise<void> {
  const format = "--format=%(objectname) %(refname)";
  const pins = await gitText(repository, [
    "for-each-ref",
    format,
    "refs/merge-requests/",
    "refs/keep-around/",
  ]);
  for (const pin of pins.split("\n").filter(Boolean)) {
    const [commit = "", ref = ""] = pin.split(" ");
    if ((await repository.objects.check(commit)) === null)
      await git(repository, ["update-ref", "-d", ref, commit]);
  }
}

/** Counts of pins, with the state of the refs at that time. */
const countedPins = acrossRepositories(
  () => new Cache<{ readonly state: string; readonly count: number }>(200),
);

/** Returns the number of refs that pin commits in an original. */
export async function countPins(repository: Repository): Promise<number> {
  const state = await refsState(repository);
  const known = countedPins(repository).get(repository.folder);
  if (known?.state === state) return known.count;
  const text = await gitText(repository, ["for-each-ref", "--format=%(refname)", "refs/helve/"]);
  const count = text.split("\n").filter(Boolean).length;
  countedPins(repository).set(repository.folder, { state, count });
  return count;
}
