import { Cache } from "../cache.ts";
import { readHeaderDate } from "../commit-date.ts";
import { copyText } from "../decode-text.ts";
import { ifMissing, MissingObject } from "../objects/missing-object.ts";
import { historyScope } from "../originals/history-scope.ts";
import type { Repository } from "../repository.ts";
import { git } from "../run.ts";
import { ifTooLarge } from "../too-large.ts";
import { readRawCommit } from "./raw-commit.ts";

/** A commit in git's fields. */
export interface GitCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly authorName: string;
  readonly authorEmail: string;
  /** ISO 8601 with the author's zone; the committer's date where the author's cannot be read, undefined where neither can. */
  readonly authoredAt: string | undefined;
  readonly committerName: string;
  readonly committerEmail: string;
  /** As `authoredAt`, of the committer. */
  readonly committedAt: string | undefined;
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
  repository: Repository,
  ids: readonly string[],
  {
    likely = [],
    signal,
  }: { readonly likely?: readonly string[]; readonly signal?: AbortSignal | undefined } = {},
): Promise<GitCommit[]> {
  const scope = historyScope(repository.folder);
  const isUnknown = (id: string) => !known.get(scope + id);
  if (ids.some(isUnknown)) {
    const missing = [...new Set([...ids, ...likely.slice(0, maxReadAhead)])].filter(isUnknown);
    await keepCommits(repository, await show(repository.folder, missing, [], signal));
  }
  return ids.flatMap((id) => known.get(scope + id) ?? []);
}

/**
 * Returns the changed lines of commits against their first parents; nothing in a clone that lacks some of their files, or
 * where they are too many to compare.
 * The same process reads the commits themselves, so that {@link readCommits} has them afterwards.
 */
export async function readStats(
  repository: Repository,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Stats>> {
  const { folder } = repository;
  const scope = historyScope(folder);
  const missing = ids.filter((id) => !knownStats.get(scope + id));
  if (missing.length > 0) {
    const options = ["--diff-merges=first-parent", "--shortstat"];
    const output = await show(folder, missing, options, signal)
      .catch(ifMissing(null))
      .catch(ifTooLarge(null));
    if (output === null) return new Map();
    for (const { commit, changes } of await parseLog(repository, output)) {
      known.set(scope + commit.id, commit);
      knownStats.set(scope + commit.id, {
        additions: Number(/(\d+) insertion/.exec(changes)?.[1] ?? 0),
        deletions: Number(/(\d+) deletion/.exec(changes)?.[1] ?? 0),
      });
    }
  }
  return new Map(ids.map((id) => [id, knownStats.get(scope + id) ?? { additions: 0, deletions: 0 }]));
}

const show = async (
  folder: string,
  ids: readonly string[],
  options: readonly string[],
  signal?: AbortSignal,
): Promise<Buffer> => {
  const { stdout } = await git(
    folder,
    ["log", "--no-walk=unsorted", "--stdin", ...commitFormat, ...options],
    {
      input: `${ids.join("\n")}\n`,
      signal,
      boundedMemory: options.length > 0,
    },
  );
  return stdout;
};

const trailers = "%(trailers:only=true,unfold=true)";
const fields = ["%H", "%P", "%an", "%ae", "%ad", "%cn", "%ce", "%cd", "%B", trailers];

/** Options of `git log` for output that {@link keepCommits} takes. */
export const commitFormat = [
  "-z",
  `--format=tformat:${fields.map((field) => `%x00${field}`).join("")}`,
  "--encoding=UTF-8",
  // git's ISO 8601 has zones that are none.
  "--date=raw",
];

/** Caches the commits of an output of `git log` and returns them. */
export async function keepCommits(repository: Repository, output: Buffer): Promise<GitCommit[]> {
  const scope = historyScope(repository.folder);
  const commits = (await parseLog(repository, output)).map(({ commit }) => commit);
  for (const commit of commits) known.set(scope + commit.id, commit);
  return commits;
}

/** Returns commits, each with the text about its changes that git writes behind it. */
async function parseLog(
  repository: Repository,
  output: Buffer,
): Promise<{ readonly commit: GitCommit; readonly changes: string }[]> {
  const parts = output.toString().split("\0");
  const parsed: { readonly commit: GitCommit; readonly changes: string }[] = [];
  // Each field begins with a NUL, and the text about the changes too.
  for (let at = 1; at + fields.length < parts.length; at += fields.length + 1) {
    const commit = readFields(parts.slice(at, at + fields.length));
    parsed.push({
      commit: isOdd(commit) ? await withOwnFields(repository, commit) : commit,
      changes: parts[at + fields.length] ?? "",
    });
  }
  return parsed;
}

function readFields(parts: readonly string[]): GitCommit {
  // A substring retains its whole text in memory: a cached commit gets copies.
  const own = parts.join("\0").split("\0");
  const take = (field: number) => own[field] ?? "";
  return {
    id: copyText(take(0)),
    parents: take(1).split(" ").filter(Boolean),
    authorName: take(2),
    authorEmail: take(3),
    authoredAt: readHeaderDate(take(4)),
    committerName: take(5),
    committerEmail: take(6),
    committedAt: readHeaderDate(take(7)),
    message: take(8),
    trailers: readTrailers(take(9)),
  };
}

/** Returns whether git's fields lack a date, or are not UTF-8. */
const isOdd = ({ authoredAt, committedAt, authorName, authorEmail, committerName, message }: GitCommit) =>
  isDoubtful(authoredAt) ||
  isDoubtful(committedAt) ||
  [authorName, authorEmail, committerName, message].some((text) => text.includes("\ufffd"));

/** git prints the epoch for a number that is too large for it. */
const isDoubtful = (date: string | undefined): boolean =>
  date === undefined || date === "1970-01-01T00:00:00+00:00";

/** Returns a commit with the texts and dates that its object has. */
async function withOwnFields({ objects }: Repository, commit: GitCommit): Promise<GitCommit> {
  const raw = await readRawCommit(objects, commit.id);
  if (!raw) return commit;
  const { author, committer, message } = raw;
  const isText = message !== "" && commit.message.includes("\ufffd");
  return {
    ...commit,
    authorName: author.name,
    authorEmail: author.email,
    authoredAt: author.at ?? committer.at,
    committerName: committer.name,
    committerEmail: committer.email,
    committedAt: committer.at ?? author.at,
    ...(isText ? { message, trailers: readTrailers(message.trimEnd().split(/\n\n+/).at(-1) ?? "") } : {}),
  };
}

const readTrailers = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const match = /^([^:\s]+)\s*:\s*(.*)$/.exec(line);
      return match ? [[match[1], match[2]]] : [];
    }),
  );
