import { Cache } from "../cache.ts";
import { gitLines } from "../git-lines.ts";
import { walkHistory } from "../maintenance.ts";
import { historyScope } from "../originals/history-scope.ts";
import { refsState } from "../refs/refs-state.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";

const lastCommits = new Cache<string>(10_000);

/** The last commit at or before `from` that touched a path. */
export async function lastCommitOf(
  repository: Repository,
  from: string,
  path: string,
  signal?: AbortSignal,
): Promise<string> {
  const key = `${historyScope(repository.folder)}${from}:${path}`;
  const found = lastCommits.get(key);
  if (found) return found;
  const { folder } = repository;
  const text = await walkHistory(folder, [from], () =>
    gitText(folder, ["log", "-1", "--format=%H", from, "--", path], { signal }),
  );
  const id = text.trim() || from;
  lastCommits.set(key, id);
  return id;
}

const bases = new Cache<{ readonly base: string | null }>(5_000);

/** Returns the best common ancestor of commits, null where they share none. Cached: histories never change. */
export async function mergeBase(
  { folder }: Repository,
  commits: readonly string[],
  signal?: AbortSignal,
): Promise<string | null> {
  const key = historyScope(folder) + commits.join(" ");
  const known = bases.get(key);
  if (known) return known.base;
  const args = ["merge-base", ...(commits.length > 2 ? ["--octopus"] : []), ...commits];
  const text = await walkHistory(folder, commits, () => gitText(folder, args, { expect: [0, 1], signal }));
  const base = text.trim() || null;
  bases.set(key, { base });
  return base;
}

/** A branch or tag that contains a commit. */
export type ContainingRef = { readonly type: "branch" | "tag"; readonly name: string };

const prefixes = { branch: "refs/heads/", tag: "refs/tags/" } as const;

/** Cached results by commit and state of the refs. Weighed by refs. */
const containing = new Cache<readonly ContainingRef[]>(10_000, (refs) => refs.length + 1);

/** Returns the branches and tags that contain a commit: first branches, then tags, each by name. `signal` ends git. */
export async function refsContaining(
  { folder }: Repository,
  commit: string,
  types: readonly ContainingRef["type"][],
  signal?: AbortSignal,
): Promise<readonly ContainingRef[]> {
  const key = [folder, await refsState(folder), commit, ...types].join("\0");
  const known = containing.get(key);
  if (known) return known;
  const args = ["for-each-ref", "--format=%(refname)", `--contains=${commit}`];
  const text = await walkHistory(folder, [commit], () =>
    gitText(folder, [...args, ...types.map((type) => prefixes[type])], { signal }),
  );
  const names = text.split("\n").filter(Boolean);
  const found = types.flatMap((type) =>
    names
      .filter((name) => name.startsWith(prefixes[type]))
      .map((name) => ({ type, name: name.slice(prefixes[type].length) })),
  );
  containing.set(key, found);
  return found;
}

const merged = new Cache<boolean>(20_000);

/** Number of commits that are checked ahead. */
const maxCheckedAhead = 2_000;

/**
 * Returns those of the commits that are part of `into`'s history. Walks only what `into` does not have. `likely` are
 * commits that will be checked next: one walk checks all of them.
 */
export async function mergedInto(
  { folder }: Repository,
  commits: readonly string[],
  into: string,
  signal?: AbortSignal,
  likely: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const scope = historyScope(folder);
  const keyOf = (commit: string) => `${scope}${commit} ${into}`;
  const isUnknown = (commit: string) => merged.get(keyOf(commit)) === undefined;
  if (commits.some(isUnknown)) {
    const missing = [...new Set([...commits, ...likely.slice(0, maxCheckedAhead)])].filter(isUnknown);
    const input = [...missing, `^${into}`].map((line) => `${line}\n`).join("");
    const inside = new Set(missing);
    for await (const ids of gitLines(folder, ["rev-list", "--stdin"], { input, signal })) {
      for (const id of ids) inside.delete(id);
    }
    for (const commit of missing) merged.set(keyOf(commit), inside.has(commit));
  }
  return new Set(commits.filter((commit) => merged.get(keyOf(commit))));
}
