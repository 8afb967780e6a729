import { Cache } from "../cache.ts";
import { backgroundSignal, walkHistory } from "../maintenance.ts";
import { historyScope } from "../originals/history-scope.ts";
import { refsState } from "../refs/refs-state.ts";
import type { Repository } from "../repository.ts";
import { git, gitText } from "../run.ts";
import { commitsInOrder } from "./commit-order.ts";
import { commitFormat, type GitCommit, keepCommits, readCommits } from "./commits.ts";

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
  const run = () => git(folder, ["log", ...commitFormat, ...args], { signal });
  const { stdout } = await walkHistory(folder, from === "all" ? ["--branches", "--tags"] : [from], run);
  const commits = await keepCommits(repository, stdout);
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
