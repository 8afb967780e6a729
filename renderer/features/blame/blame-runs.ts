import { useQuery } from "@tanstack/react-query";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommitDiff, listCommits } from "../../../shared/api/resources/commits.ts";
import { getBlame, getRawFile } from "../../../shared/api/resources/files.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { tryExtension } from "../../api/extensions.ts";
import { callOperation, fetchOperation, requestOperation } from "../../api/fetch-operation.ts";
import type { CodeMargin } from "../../ui/code/code-view.tsx";
import { blameLinesInWorker } from "../../workers/diff/diff-engine.ts";
import { decodeInWorker } from "../../workers/text/text-engine.ts";

/** A commit as blame shows it. */
export interface BlameCommit {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** ISO time. */
  readonly time: string;
}

/** Last commit that changed each line of a file. */
export interface Blame {
  /** By line, from the first; null for lines whose commit is not certain. */
  readonly commits: readonly (BlameCommit | null)[];
  /** `computed`: the service has no blame, and the file's history was read instead. */
  readonly source: "service" | "computed";
}

/** Columns of a name in the margin. */
const maxNameLength = 14;
const dateLength = 11;
/** Characters that the code face lacks: a fallback draws them as squares, five thirds of a column wide. */
const squareColumns = 5 / 3;
const square = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns a name in exactly so many columns: cut with an ellipsis, or padded with spaces. */
function fitName(name: string, columns: number): string {
  const widthOf = (text: string) =>
    Math.round([...text].reduce((sum, each) => sum + (square.test(each) ? squareColumns : 1), 0));
  if (widthOf(name) <= columns) return name + " ".repeat(columns - widthOf(name));
  let cut = "";
  for (const each of name) {
    if (widthOf(cut + each) >= columns) break;
    cut += each;
  }
  return `${cut}…${" ".repeat(columns - widthOf(cut) - 1)}`;
}

/**
 * Returns the text before each line: author and date of its last change, on the first line of each run of one commit. In a
 * narrow window only the date, as the avatar beside it is of the author.
 */
export function blameMargin({ commits }: Blame, isNarrow = false): CodeMargin {
  const nameLength = isNarrow ? 0 : maxNameLength;
  const marginLength = nameLength + dateLength;
  const texts = commits.map((commit, i) => {
    const before = commits[i - 1];
    if (i > 0 && (before?.id ?? null) === (commit?.id ?? null)) return " ".repeat(marginLength);
    if (!commit) return "not certain".padEnd(marginLength);
    const name = nameLength === 0 ? "" : fitName(commit.author, nameLength);
    return `${name} ${commit.time.slice(0, 10).padEnd(10)}`;
  });
  return { columns: marginLength, texts };
}

/** Returns the commit of the first line of each run of one commit; null for the lines that follow it. */
export const blameRuns = ({ commits }: Blame): (BlameCommit | null)[] =>
  commits.map((commit, i) => (commit && commits[i - 1]?.id === commit.id ? null : commit));

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
      const { id, title, author_name, authored_date, created_at } = commit;
      return { id, title, author: author_name, time: authored_date ?? created_at ?? "" };
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
        const { id, message, author_name, authored_date, committed_date } = commit;
        const title = message.split("\n", 1)[0] ?? "";
        const one = { id, title, author: author_name, time: authored_date ?? committed_date ?? "" };
        return lines.map(() => one);
      });
      return { commits, source: "service" };
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
