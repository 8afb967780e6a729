import { Cache } from "../cache.ts";
import { copyText } from "../decode-text.ts";
import { ifMissing, MissingObject } from "../objects/missing-object.ts";
import { historyScope } from "../originals/history-scope.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import { ifTooLarge } from "../too-large.ts";

/** A commit in git's fields. */
export interface GitCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly authorName: string;
  readonly authorEmail: string;
  /** ISO 8601 with the author's zone. */
  readonly authoredAt: string;
  readonly committerName: string;
  readonly committerEmail: string;
  readonly committedAt: string;
  readonly message: string;
  /** `Key: value` lines that close the message; of a key that is there twice the last one. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Lines that a commit added and took away. */
export interface Stats {
  readonly additions: number;
  readonly deletions: number;
}

/** Cached commits, weighed by about the bytes of each. */
const known = new Cache<GitCommit>(2_500_000, ({ message }) => message.length + 700);
const knownStats = new Cache<Stats>(10_000);

/** Returns one commit by its full hash. Throws {@link MissingObject}. */
export async function readCommit(repository: Repository, id: string): Promise<GitCommit> {
  const [commit] = await readCommits(repository, [id]);
  if (!commit) throw new MissingObject(id);
  return commit;
}

/** Number of commits that are read ahead. */
const maxReadAhead = 500;

/**
 * Returns commits by their full hashes, in that order. `likely` are commits that will be read next: the same process
 * reads them too. `signal` ends git.
 */
export async function readCommits(
  { folder }: Repository,
  ids: readonly string[],
  {
    likely = [],
    signal,
  }: { readonly likely?: readonly string[]; readonly signal?: AbortSignal | undefined } = {},
): Promise<GitCommit[]> {
  const scope = historyScope(folder);
  const isUnknown = (id: string) => !known.get(scope + id);
  if (ids.some(isUnknown)) {
    const missing = [...new Set([...ids, ...likely.slice(0, maxReadAhead)])].filter(isUnknown);
    keepCommits(scope, await show(folder, missing, [], signal));
  }
  return ids.flatMap((id) => known.get(scope + id) ?? []);
}

/**
 * Returns the changed lines of commits against their first parents; nothing in a clone that lacks some of their files, or
 * where they are too many to compare.
 * The same process reads the commits themselves, so that {@link readCommits} has them afterwards.
 */
export async function readStats(
  { folder }: Repository,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Stats>> {
  const scope = historyScope(folder);
  const missing = ids.filter((id) => !knownStats.get(scope + id));
  if (missing.length > 0) {
    const options = ["--diff-merges=first-parent", "--shortstat"];
    const text = await show(folder, missing, options, signal).catch(ifMissing(null)).catch(ifTooLarge(null));
    if (text === null) return new Map();
    for (const { commit, changes } of parseLog(text)) {
      known.set(scope + commit.id, commit);
      knownStats.set(scope + commit.id, {
        additions: Number(/(\d+) insertion/.exec(changes)?.[1] ?? 0),
        deletions: Number(/(\d+) deletion/.exec(changes)?.[1] ?? 0),
      });
    }
  }
  return new Map(ids.map((id) => [id, knownStats.get(scope + id) ?? { additions: 0, deletions: 0 }]));
}

const show = (folder: string, ids: readonly string[], options: readonly string[], signal?: AbortSignal) =>
  gitText(folder, ["log", "--no-walk=unsorted", "--stdin", ...commitFormat, ...options], {
    input: `${ids.join("\n")}\n`,
    signal,
    boundedMemory: options.length > 0,
  });

const trailers = "%(trailers:only=true,unfold=true)";
const fields = ["%H", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%B", trailers];

/** Options of `git log` for output that {@link keepCommits} takes. */
export const commitFormat = [
  "-z",
  `--format=tformat:${fields.map((field) => `%x00${field}`).join("")}`,
  "--encoding=UTF-8",
];

/** Caches the commits of an output of `git log` and returns them. */
export function keepCommits(scope: string, output: string): GitCommit[] {
  const commits = parseLog(output).map(({ commit }) => commit);
  for (const commit of commits) known.set(scope + commit.id, commit);
  return commits;
}

/** Returns commits, each with the text about its changes that git writes behind it. */
function parseLog(output: string): { readonly commit: GitCommit; readonly changes: string }[] {
  const parts = output.split("\0");
  const parsed: { readonly commit: GitCommit; readonly changes: string }[] = [];
  // Each field begins with a NUL, and the text about the changes too.
  for (let at = 1; at + fields.length < parts.length; at += fields.length + 1) {
    // A substring retains its whole text in memory: a cached commit gets copies.
    const own = parts
      .slice(at, at + fields.length)
      .join("\0")
      .split("\0");
    const take = (field: number) => own[field] ?? "";
    const commit = {
      id: copyText(take(0)),
      parents: take(1).split(" ").filter(Boolean),
      authorName: take(2),
      authorEmail: take(3),
      authoredAt: take(4),
      committerName: take(5),
      committerEmail: take(6),
      committedAt: take(7),
      message: take(8),
      trailers: readTrailers(take(9)),
    };
    parsed.push({ commit, changes: parts[at + fields.length] ?? "" });
  }
  return parsed;
}

const readTrailers = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const match = /^([^:\s]+)\s*:\s*(.*)$/.exec(line);
      return match ? [[match[1], match[2]]] : [];
    }),
  );
