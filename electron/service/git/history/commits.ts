import { Cache } from "../cache.ts";
import { copyText } from "../decode-text.ts";
import { backgroundSignal, walkHistory } from "../maintenance.ts";
import { MissingObject } from "../objects/missing-object.ts";
import { historyScope } from "../originals/history-scope.ts";
import { refsState } from "../refs/refs-state.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import { commitsInOrder } from "./commit-order.ts";

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

const trailers = "%(trailers:only=true,unfold=true)";
const fields = ["%H", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%B", trailers];
const format = `--format=tformat:${fields.join("%x00")}`;

export interface LogOptions {
  /** Commit to start from, or every branch and tag. */
  readonly from: string | "all";
  /** Commit whose ancestors are left out. */
  readonly without?: string | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
  /** File or folder, from the root. */
  readonly path?: string | undefined;
  /** ISO 8601; commits of that very second are in. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly author?: string | undefined;
  readonly firstParent?: boolean | undefined;
  readonly order?: "default" | "topo" | undefined;
}

/** Number of skipped commits from which a page is read from the stored order instead of walked by git. */
const deepSkip = 500;

/** Cached pages by their options; a history never changes. Weighed by commits. */
const pages = new Cache<readonly string[]>(20_000, (ids) => ids.length + 1);

/** Commits in git's order, newest first. */
export async function log(
  repository: Repository,
  options: LogOptions,
  signal?: AbortSignal,
): Promise<GitCommit[]> {
  const { folder } = repository;
  const { from, skip = 0, limit } = options;
  const chosen = selection(options);
  const start = from === "all" ? `refs-${await refsState(folder)}` : from;
  if (skip >= deepSkip && isWhole(options)) {
    const ids = await commitsInOrder(repository, start, chosen, { skip, limit }, signal);
    return readCommits(repository, ids, { signal });
  }
  const path = options.path?.replace(/^\/+|\/+$/g, "");
  const args = [
    `--max-count=${limit}`,
    `--skip=${skip}`,
    ...chosen,
    ...(options.order === "topo" ? ["--topo-order"] : []),
    "--",
    ...(path ? [path] : []),
  ];
  const scope = historyScope(folder);
  const key = [scope, start, ...args].join("\0");
  const page = pages.get(key);
  if (page) return readCommits(repository, page, { signal });
  const run = () => gitText(folder, ["log", "-z", format, "--encoding=UTF-8", ...args], { signal });
  const commits = parseLog(
    await walkHistory(folder, from === "all" ? ["--branches", "--tags"] : [from], run),
  );
  for (const commit of commits) known.set(scope + commit.id, commit);
  pages.set(
    key,
    commits.map(({ id }) => id),
  );
  return commits;
}

/** Commits beyond which a history is not counted (docs/compatibility.md, 29). */
const maxCounted = 10_000;
const counts = new Cache<number>(1_000);
const counting = new Map<string, Promise<number>>();

/**
 * Returns the total number of commits of {@link log}; null where there are more than 10,000 or where counting would
 * have to compare trees. Counts are cached: the history of a commit never changes.
 */
export async function countLog(
  { folder }: Repository,
  options: Omit<LogOptions, "limit" | "skip">,
): Promise<number | null> {
  if (options.path) return null;
  const { key, args } = await countOf(folder, options);
  const running = counting.get(key) ?? gitText(folder, args, { signal: backgroundSignal() }).then(Number);
  counting.set(key, running);
  try {
    counts.set(key, await running);
  } finally {
    counting.delete(key);
  }
  return toTotal(await running);
}

/**
 * Returns the cached result of {@link countLog}, else null; it is then counted in the
 * background, for the next page. `listed` is how many commits a log of these options gave.
 */
export async function cachedCount(
  repository: Repository,
  options: LogOptions,
  listed: number,
): Promise<number | null> {
  const { skip = 0, limit, path } = options;
  if (path) return null;
  if (listed < limit && (listed > 0 || skip === 0)) return toTotal(skip + listed);
  const known = counts.get((await countOf(repository.folder, options)).key);
  if (known !== undefined) return toTotal(known);
  // The page then has no total.
  countLog(repository, options).catch(() => undefined);
  return null;
}

async function countOf(folder: string, options: Omit<LogOptions, "limit" | "skip">) {
  const args = ["rev-list", "--count", `--max-count=${maxCounted + 1}`, ...selection(options)];
  const state = options.from === "all" ? await refsState(folder) : historyScope(folder);
  return { args, key: [state, ...args].join("\0") };
}

const toTotal = (count: number): number | null => (count > maxCounted ? null : count);

/** Returns whether a history is neither filtered nor reordered. */
const isWhole = ({ path, since, until, author, firstParent, order, without }: LogOptions): boolean =>
  !(path || since || until || author || firstParent || without || order === "topo");

function selection(options: Omit<LogOptions, "limit" | "skip">): string[] {
  return [
    ...(options.since ? [`--since=${toGitDate(options.since, Math.ceil)}`] : []),
    ...(options.until ? [`--until=${toGitDate(options.until, Math.floor)}`] : []),
    ...(options.author ? ["--fixed-strings", "--regexp-ignore-case", `--author=${options.author}`] : []),
    ...(options.firstParent ? ["--first-parent"] : []),
    ...(options.from === "all" ? ["--branches", "--tags"] : [options.from]),
    ...(options.without ? [`^${options.without}`] : []),
  ];
}

/** Returns seconds, because git guesses at dates it cannot parse. */
const toGitDate = (iso: string, round: (seconds: number) => number): string =>
  `@${Math.max(0, round(Date.parse(iso) / 1000))} +0000`;

function parseLog(text: string): GitCommit[] {
  const parts = text.split("\0");
  const commits: GitCommit[] = [];
  for (let at = 0; at + fields.length <= parts.length; at += fields.length) {
    // A substring retains its whole text in memory: a cached commit gets copies.
    const own = parts
      .slice(at, at + fields.length)
      .join("\0")
      .split("\0");
    const take = (field: number) => own[field] ?? "";
    commits.push({
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
    });
  }
  return commits;
}

const readTrailers = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const match = /^([^:\s]+)\s*:\s*(.*)$/.exec(line);
      return match ? [[match[1], match[2]]] : [];
    }),
  );

/** Cached commits, weighed by about the bytes of each. */
const known = new Cache<GitCommit>(2_500_000, ({ message }) => message.length + 700);

/** One commit by its full hash. */
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
    const args = ["log", "-z", format, "--encoding=UTF-8", "--no-walk=unsorted", "--stdin"];
    const text = await gitText(repository.folder, args, { input: `${missing.join("\n")}\n`, signal });
    for (const commit of parseLog(text)) known.set(scope + commit.id, commit);
  }
  return ids.flatMap((id) => known.get(scope + id) ?? []);
}
