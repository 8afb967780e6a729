import type { Optional } from "../../../shared/optional.ts";
import { Cache } from "./cache.ts";
import { commitsInOrder } from "./commit-order.ts";
import { commitFormat, type GitCommit, keepCommits, readCommits } from "./commits.ts";
import { acrossRepositories, type GitFolder } from "./git-folder.ts";
import { historyScope } from "./history-scope.ts";
import { walkHistory } from "./maintenance.ts";
import { refsState } from "./refs-state.ts";
import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";

interface LogOptions
  extends Optional<{
    skip: number;
    /** File or folder, from the root. */
    path: string;
    /** ISO 8601; commits of that very second are in. */
    since: string;
    until: string;
    author: string;
    /** Text that the message contains, in any case. */
    message: string;
    firstParent: boolean;
    order: "default" | "topo";
  }> {
  /** Commit to start from, or every branch and tag. */
  readonly from: string | "all";
  /** Commit whose ancestors are left out. */
  readonly without?: string | null;
  readonly limit: number;
}

/** Number of skipped commits from which a page is read from the stored order instead of walked by git. */
const deepSkip = 500;

/** Cached pages by their options; a history never changes. Weighed by commits. */
const pages = acrossRepositories(() => new Cache<readonly string[]>(20_000, (ids) => ids.length + 1));

/** Commits in git's order, newest first. */
export async function log(
  repository: Repository,
  options: LogOptions,
  signal?: AbortSignal,
): Promise<GitCommit[]> {
  const { from, skip = 0, limit } = options;
  const chosen = selection(options);
  const start = from === "all" ? `refs-${await refsState(repository)}` : from;
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
  const scope = historyScope(repository);
  const key = [scope, start, ...args].join("\0");
  const page = pages(repository).get(key);
  if (page) return readCommits(repository, page, { signal });
  const run = () => git(repository, ["log", ...commitFormat, ...args], { signal });
  const { stdout } = await walkHistory(repository, from === "all" ? ["--branches", "--tags"] : [from], run);
  const commits = await keepCommits(repository, stdout);
  pages(repository).set(
    key,
    commits.map(({ id }) => id),
  );
  return commits;
}

/** Commits beyond which a history is not counted (docs/compatibility.md, 29). */
const maxCounted = 10_000;
const counts = acrossRepositories(() => new Cache<number>(1_000));
const counting = acrossRepositories(() => new Map<string, Promise<number>>());

/**
 * Returns the total number of commits of {@link log}; null where there are more than 10,000 or where counting would
 * have to compare trees. Counts are cached: the history of a commit never changes.
 */
export async function countLog(
  repository: Repository,
  options: Omit<LogOptions, "limit" | "skip">,
): Promise<number | null> {
  if (options.path) return null;
  const { key, args } = await countOf(repository, options);
  const running =
    counting(repository).get(key) ??
    gitText(repository, args, { signal: repository.git.ending }).then(Number);
  counting(repository).set(key, running);
  try {
    counts(repository).set(key, await running);
  } finally {
    counting(repository).delete(key);
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
  const known = counts(repository).get((await countOf(repository, options)).key);
  if (known !== undefined) return toTotal(known);
  // The page then has no total.
  countLog(repository, options).catch(() => undefined);
  return null;
}

async function countOf(repository: GitFolder, options: Omit<LogOptions, "limit" | "skip">) {
  const args = ["rev-list", "--count", `--max-count=${maxCounted + 1}`, ...selection(options)];
  const state = options.from === "all" ? await refsState(repository) : historyScope(repository);
  return { args, key: [state, ...args].join("\0") };
}

const toTotal = (count: number): number | null => (count > maxCounted ? null : count);

/** Returns whether a history is neither filtered nor reordered. */
const isWhole = ({ path, since, until, author, message, firstParent, order, without }: LogOptions): boolean =>
  !(path || since || until || author || message || firstParent || without || order === "topo");

function selection(options: Omit<LogOptions, "limit" | "skip">): string[] {
  return [
    ...(options.since ? [`--since=${toGitDate(options.since, Math.ceil)}`] : []),
    ...(options.until ? [`--until=${toGitDate(options.until, Math.floor)}`] : []),
    ...(options.author || options.message ? ["--fixed-strings", "--regexp-ignore-case"] : []),
    ...(options.author ? [`--author=${options.author}`] : []),
    ...(options.message ? [`--grep=${options.message}`] : []),
    ...(options.firstParent ? ["--first-parent"] : []),
    ...(options.from === "all" ? ["--branches", "--tags"] : [options.from]),
    ...(options.without ? [`^${options.without}`] : []),
  ];
}

/** Returns seconds, because git guesses at dates it cannot parse. */
const toGitDate = (iso: string, round: (seconds: number) => number): string =>
  `@${Math.max(0, round(Date.parse(iso) / 1000))} +0000`;

/** A commit that changed a file, and the file's path in it. */
export interface FileCommit extends GitCommit {
  readonly path: string;
}

/** Two empty fields begin a commit, so that the output reads the same wherever it is cut. */
const format = "--format=tformat:%x00%x00%H";

/** Returns commits that changed the file at a path, newest first, through its renames. `signal` ends git. */
export async function fileHistory(
  repository: Repository,
  tip: string,
  path: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  signal: AbortSignal,
): Promise<FileCommit[]> {
  // git applies `--skip` before it follows renames, so the page is cut here.
  const args = ["log", "--follow", "--name-status", "-z", format];
  const output = await gitText(repository, [...args, `--max-count=${skip + limit}`, tip, "--", path], {
    signal,
    boundedMemory: true,
  });
  const paths = readPaths(output.split("\0"), path).slice(skip);
  const commits = await readCommits(
    repository,
    paths.map(({ id }) => id),
    { signal },
  );
  return commits.map((commit, index) => ({ ...commit, path: paths[index]?.path ?? path }));
}

function readPaths(fields: readonly string[], newest: string): Pick<FileCommit, "id" | "path">[] {
  const versions: Pick<FileCommit, "id" | "path">[] = [];
  let path = newest;
  for (let at = 2; at < fields.length; ) {
    versions.push({ id: fields[at] ?? "", path });
    at += 1;
    // A merge has no status. Of renames and copies the former path is first.
    const status = fields[at]?.startsWith("\n") ? fields[at]?.trim() : undefined;
    if (status !== undefined) at += /^[RC]/.test(status) ? 3 : 2;
    if (status && /^[RC]/.test(status)) path = fields[at - 2] ?? path;
    at += 2;
  }
  return versions;
}
