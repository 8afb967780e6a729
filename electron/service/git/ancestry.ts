import { Cache } from "./cache.ts";
import { acrossRepositories, type GitFolder } from "./git-folder.ts";
import { gitLines } from "./git-stream.ts";
import { historyScope } from "./history-scope.ts";
import { walkHistory } from "./maintenance.ts";
import { refsState } from "./refs-state.ts";
import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";

const lastCommits = acrossRepositories(() => new Cache<string>(10_000));

/** The last commit at or before `from` that touched a path. */
export async function lastCommitOf(
  repository: Repository,
  from: string,
  path: string,
  signal?: AbortSignal,
): Promise<string> {
  const key = `${historyScope(repository)}${from}:${path}`;
  const found = lastCommits(repository).get(key);
  if (found) return found;
  const text = await walkHistory(repository, [from], () =>
    gitText(repository, ["log", "-1", "--format=%H", from, "--", path], { signal }),
  );
  const id = text.trim() || from;
  lastCommits(repository).set(key, id);
  return id;
}

const bases = acrossRepositories(() => new Cache<{ readonly base: string | null }>(5_000));

/** Returns the best common ancestor of commits, null where they share none. Cached: histories never change. */
export async function mergeBase(
  repository: Repository,
  commits: readonly string[],
  signal?: AbortSignal,
): Promise<string | null> {
  const key = historyScope(repository) + commits.join(" ");
  const known = bases(repository).get(key);
  if (known) return known.base;
  const args = ["merge-base", ...(commits.length > 2 ? ["--octopus"] : []), ...commits];
  const text = await walkHistory(repository, commits, () =>
    gitText(repository, args, { expect: [0, 1], signal }),
  );
  const base = text.trim() || null;
  bases(repository).set(key, { base });
  return base;
}

/** A branch or tag that contains a commit. */
export type ContainingRef = { readonly type: "branch" | "tag"; readonly name: string };

const prefixes = { branch: "refs/heads/", tag: "refs/tags/" } as const;

/** Cached results by commit and state of the refs. Weighed by refs. */
const containing = acrossRepositories(
  () => new Cache<readonly ContainingRef[]>(10_000, (refs) => refs.length + 1),
);

/** Returns the branches and tags that contain a commit: first branches, then tags, each by name. `signal` ends git. */
export async function refsContaining(
  repository: Repository,
  commit: string,
  types: readonly ContainingRef["type"][],
  signal?: AbortSignal,
): Promise<readonly ContainingRef[]> {
  const key = [repository.folder, await refsState(repository), commit, ...types].join("\0");
  const known = containing(repository).get(key);
  if (known) return known;
  const args = ["for-each-ref", "--format=%(refname)", `--contains=${commit}`];
  const text = await walkHistory(repository, [commit], () =>
    gitText(repository, [...args, ...types.map((type) => prefixes[type])], { signal }),
  );
  const names = text.split("\n").filter(Boolean);
  const found = types.flatMap((type) =>
    names
      .filter((name) => name.startsWith(prefixes[type]))
      .map((name) => ({ type, name: name.slice(prefixes[type].length) })),
  );
  containing(repository).set(key, found);
  return found;
}

const merged = acrossRepositories(() => new Cache<boolean>(20_000));

/** Number of commits that are checked ahead. */
const maxCheckedAhead = 2_000;

/**
 * Returns those of the commits that are part of `into`'s history. Walks only what `into` does not have. `likely` are
 * commits that will be checked next: one walk checks all of them.
 */
export async function mergedInto(
  repository: Repository,
  commits: readonly string[],
  into: string,
  signal?: AbortSignal,
  likely: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const scope = historyScope(repository);
  const keyOf = (commit: string) => `${scope}${commit} ${into}`;
  const isUnknown = (commit: string) => merged(repository).get(keyOf(commit)) === undefined;
  if (commits.some(isUnknown)) {
    const missing = [...new Set([...commits, ...likely.slice(0, maxCheckedAhead)])].filter(isUnknown);
    const input = [...missing, `^${into}`].map((line) => `${line}\n`).join("");
    const inside = new Set(missing);
    for await (const ids of gitLines(repository, ["rev-list", "--stdin"], { input, signal })) {
      for (const id of ids) inside.delete(id);
    }
    for (const commit of missing) merged(repository).set(keyOf(commit), inside.has(commit));
  }
  return new Set(commits.filter((commit) => merged(repository).get(keyOf(commit))));
}

/** Returns whether a commit is an ancestor of another one. */
export async function isAncestor(
  repository: Repository,
  commit: string,
  of: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", commit, of];
  const { code } = await git(repository, args, { expect: [0, 1, 128], signal });
  return code === 0;
}

/** Returns commits of `from` that `without` lacks. */
export async function countAhead(repository: Repository, from: string, without: string): Promise<number> {
  return Number((await gitText(repository, ["rev-list", "--count", `${without}..${from}`])).trim());
}

/** Returns the number of commits of a branch; 0 where there is no such branch. `signal` ends git. */
export async function countCommits(
  repository: GitFolder,
  branch: string,
  signal: AbortSignal,
): Promise<number> {
  const args = ["rev-list", "--count", `refs/heads/${branch}`];
  return Number((await gitText(repository, args, { expect: [0, 128], signal })).trim() || 0);
}
