import { Cache } from "./cache.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/** A commit as git has it. */
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
}

export interface Stats {
  readonly additions: number;
  readonly deletions: number;
}

const fields = ["%H", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%B"];
const format = `--format=tformat:${fields.join("%x00")}`;

export interface LogOptions {
  /** Commit to start from, or every branch and tag. */
  readonly from: string | "all";
  /** Commit whose ancestors are left out. */
  readonly without?: string | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly path?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly author?: string | undefined;
  readonly firstParent?: boolean | undefined;
  readonly order?: "default" | "topo" | undefined;
}

/** Commits in git's order, newest first. */
export async function log({ folder }: Repository, options: LogOptions): Promise<GitCommit[]> {
  const args = [
    "log",
    "-z",
    format,
    "--encoding=UTF-8",
    `--max-count=${options.limit}`,
    `--skip=${options.skip ?? 0}`,
    ...(options.since ? [`--since=${options.since}`] : []),
    ...(options.until ? [`--until=${options.until}`] : []),
    ...(options.author ? ["--fixed-strings", "--regexp-ignore-case", `--author=${options.author}`] : []),
    ...(options.firstParent ? ["--first-parent"] : []),
    ...(options.order === "topo" ? ["--topo-order"] : []),
    ...(options.from === "all" ? ["--branches", "--tags"] : [options.from]),
    ...(options.without ? [`^${options.without}`] : []),
    "--",
    ...(options.path ? [options.path.replace(/\/+$/, "")] : []),
  ];
  return parseLog(await gitText(folder, args));
}

function parseLog(text: string): GitCommit[] {
  const parts = text.split("\0");
  const commits: GitCommit[] = [];
  for (let at = 0; at + fields.length <= parts.length; at += fields.length) {
    const [id = "", parents = "", authorName = "", authorEmail = "", authoredAt = "", ...rest] = parts.slice(
      at,
      at + fields.length,
    );
    const [committerName = "", committerEmail = "", committedAt = "", message = ""] = rest;
    commits.push({
      id,
      parents: parents === "" ? [] : parents.split(" "),
      authorName,
      authorEmail,
      authoredAt,
      committerName,
      committerEmail,
      committedAt,
      message,
    });
  }
  return commits;
}

/** Commits never change, so what was read once is kept. */
const known = new Cache<GitCommit>(20_000);

/** One commit by its full hash. */
export async function readCommit(repository: Repository, id: string): Promise<GitCommit> {
  const [commit] = await readCommits(repository, [id]);
  if (!commit) throw new Error(`no commit ${id}`);
  return commit;
}

/** Commits by their full hashes, in that order. */
export async function readCommits(repository: Repository, ids: readonly string[]): Promise<GitCommit[]> {
  const missing = [...new Set(ids)].filter((id) => !known.get(id));
  if (missing.length > 0) {
    const args = ["log", "-z", format, "--encoding=UTF-8", "--no-walk=unsorted", "--stdin"];
    const text = await gitText(repository.folder, args, { input: `${missing.join("\n")}\n` });
    for (const commit of parseLog(text)) known.set(commit.id, commit);
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

const knownStats = new Cache<Stats>(20_000);

/** Changed lines of commits against their first parents. */
export async function readStats(
  { folder }: Repository,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stats>> {
  const missing = ids.filter((id) => !knownStats.get(id));
  if (missing.length > 0) {
    const args = [
      "log",
      "--no-walk=unsorted",
      "--diff-merges=first-parent",
      "--shortstat",
      "--format=tformat:%x02%H",
      "--stdin",
    ];
    const text = await gitText(folder, args, { input: `${missing.join("\n")}\n` });
    for (const record of text.split("\x02").slice(1)) {
      knownStats.set(record.slice(0, record.indexOf("\n")), {
        additions: Number(/(\d+) insertion/.exec(record)?.[1] ?? 0),
        deletions: Number(/(\d+) deletion/.exec(record)?.[1] ?? 0),
      });
    }
  }
  return new Map(ids.map((id) => [id, knownStats.get(id) ?? { additions: 0, deletions: 0 }]));
}

const lastCommits = new Cache<string>(50_000);

/** The last commit at or before `from` that touched a path. */
export async function lastCommitOf(repository: Repository, from: string, path: string): Promise<string> {
  const key = `${from}:${path}`;
  const found = lastCommits.get(key);
  if (found) return found;
  const text = await gitText(repository.folder, ["log", "-1", "--format=%H", from, "--", path]);
  const id = text.trim() || from;
  lastCommits.set(key, id);
  return id;
}

/** Best common ancestor of commits, null where they share none. */
export async function mergeBase({ folder }: Repository, commits: readonly string[]): Promise<string | null> {
  const text = await gitText(
    folder,
    ["merge-base", ...(commits.length > 2 ? ["--octopus"] : []), ...commits],
    {
      expect: [0, 1],
    },
  );
  return text.trim() || null;
}

/** Names of branches and tags that hold a commit. */
export async function refsContaining(
  { folder }: Repository,
  commit: string,
  kind: "heads" | "tags",
): Promise<string[]> {
  const args = ["for-each-ref", "--format=%(refname)", `--contains=${commit}`, `refs/${kind}/`];
  const text = await gitText(folder, args);
  return text
    .split("\n")
    .filter(Boolean)
    .map((ref) => ref.slice(`refs/${kind}/`.length));
}
