import { useQuery } from "@tanstack/react-query";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommitDiff, listCommits } from "../../../shared/api/resources/commits.ts";
import { getBlame, getRawFile } from "../../../shared/api/resources/files.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { tryExtension } from "../../api/extensions.ts";
import { callOperation, fetchOperation, requestOperation } from "../../api/fetch-operation.ts";
import { blameLinesInWorker } from "../../workers/diff/diff-engine.ts";
import { decodeInWorker } from "../../workers/text/text-engine.ts";

/** A commit as blame shows it. */
export interface BlameCommit {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** ISO time. */
  readonly time: string;
  /** Its first parent; null for a commit without one. */
  readonly parent: string | null;
}

/** Last commit that changed each line of a file. */
export interface Blame {
  /** By line, from the first; null for lines whose commit is not certain. */
  readonly commits: readonly (BlameCommit | null)[];
  /** `computed`: the service has no blame, and the file's history was read instead. */
  readonly source: "service" | "computed";
}

/** Consecutive lines that one commit changed last. */
export interface BlameHunk {
  /** The first one, from 1. */
  readonly line: number;
  /** Null where it is not certain. */
  readonly commit: BlameCommit | null;
}

/** Returns the hunks of a file, in order. */
export const blameHunks = ({ commits }: Blame): BlameHunk[] =>
  commits.flatMap((commit, i) =>
    i > 0 && (commits[i - 1]?.id ?? null) === (commit?.id ?? null) ? [] : [{ line: i + 1, commit }],
  );

const ages = [
  ["y", 31_557_600],
  ["mo", 2_629_800],
  ["w", 604_800],
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

/** Returns the time since a moment in a few characters, such as "3w"; empty where it is not known. */
export function shortAge(time: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return "";
  const [unit, length] = ages.find(([, each]) => seconds >= each) ?? [];
  return unit === undefined ? "now" : `${Math.floor(seconds / length)}${unit}`;
}

/** Number of ages that the margin distinguishes by colour. */
const ageSteps = 5;

/** Returns how recent each line's last change is: 0 for the oldest of the file, 4 for the newest; null where unknown. */
export function blameAges({ commits }: Blame): (number | null)[] {
  const times = commits.map((commit) => Date.parse(commit?.time ?? ""));
  const known = times.filter((time) => !Number.isNaN(time));
  const oldest = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const span = known.reduce((a, b) => Math.max(a, b), 0) - oldest;
  return times.map((time) => {
    if (Number.isNaN(time)) return null;
    return span === 0
      ? ageSteps - 1
      : Math.min(ageSteps - 1, Math.floor(((time - oldest) / span) * ageSteps));
  });
}

/** The commit of a project at which blame is read. */
interface BlameScope {
  readonly account: string;
  /** Full path of the project. */
  readonly project: string;
  readonly commit: Pick<Commit, "id">;
}

/** Versions of a file that are read at most. */
const maxVersions = 60;
/** Versions that are read side by side. */
const concurrency = 4;

/**
 * Finds which commit last changed each line by comparing every version of the file with the one before. Returns null where
 * the result may differ from git's: the history is longer than what is read, has merges that changed the file, or began under
 * another name. Throws ProblemError.
 */
export async function computeBlame(
  repository: BlameScope,
  path: string,
  signal: AbortSignal,
): Promise<Blame | null> {
  const { account, project } = repository;
  const list = { id: project, ref_name: repository.commit.id, path, per_page: maxVersions };
  const { data: commits, paging } = await requestOperation(account, listCommits, list, { signal });
  const oldest = commits.at(-1);
  if (!oldest || paging.nextPage !== null || commits.some(({ parent_ids }) => parent_ids.length > 1))
    return null;
  if (!(await createdBy(oldest))) return null;
  const texts = await readVersions(commits);
  const versionOfLine = await blameLinesInWorker(texts);
  return {
    commits: versionOfLine.map((version) => {
      const commit = commits[version];
      if (!commit) return null;
      const { id, title, author_name, authored_date, created_at, parent_ids } = commit;
      const time = authored_date ?? created_at ?? "";
      return { id, title, author: author_name, time, parent: parent_ids[0] ?? null };
    }),
    source: "computed",
  };

  /** Returns whether a commit created the file rather than renamed it. */
  async function createdBy({ id, parent_ids }: Commit): Promise<boolean> {
    if (parent_ids.length === 0) return true;
    const input = { id: project, sha: id, per_page: 100 };
    const { data: changes } = await requestOperation(account, getCommitDiff, input, { signal, pages: "all" });
    const change = changes.find(({ new_path }) => new_path === path);
    return change?.new_file === true && !change.renamed_file;
  }

  async function readVersions(versions: readonly Commit[]): Promise<string[]> {
    const read = new Array<string>(versions.length).fill("");
    await inParallel(versions.entries(), concurrency, async ([index, { id: ref }]) => {
      const input = { id: project, file_path: path, ref };
      const response = await callOperation(account, getRawFile, input, { signal });
      read[index] = (await decodeInWorker(new Uint8Array(await response.arrayBuffer()), signal)) ?? "";
    });
    return read;
  }
}

/**
 * Reads which commit last changed each line of a file, from `wanted` on. Its data is null where the service has no blame
 * and the history does not allow to be certain without it.
 */
export function useBlame(repository: BlameScope, path: string, wanted: boolean) {
  const { account, project } = repository;
  const ref = repository.commit.id;
  return useQuery({
    queryKey: [account, "blame", project, ref, path],
    queryFn: async ({ signal }): Promise<Blame | null> => {
      const ranges = await tryExtension(account, getBlame, () =>
        fetchOperation(account, getBlame, { id: project, file_path: path, ref }, signal),
      );
      if (!ranges) return computeBlame(repository, path, signal);
      const commits = ranges.flatMap(({ commit, lines }) => {
        const { id, message, author_name, authored_date, committed_date, parent_ids } = commit;
        const title = message.split("\n", 1)[0] ?? "";
        const time = authored_date ?? committed_date ?? "";
        const one = { id, title, author: author_name, time, parent: parent_ids[0] ?? null };
        return lines.map(() => one);
      });
      return { commits, source: "service" };
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Returns where a file was before a commit that changed it; null where that commit created it. Throws ProblemError.
 */
export async function readPreviousPath(
  { account, project }: Pick<BlameScope, "account" | "project">,
  commit: string,
  path: string,
): Promise<string | null> {
  const input = { id: project, sha: commit, per_page: 100 };
  const { data: changes } = await requestOperation(account, getCommitDiff, input, { pages: "all" });
  const change = changes.find(({ new_path }) => new_path === path);
  if (!change) return path;
  return change.new_file ? null : change.old_path;
}
