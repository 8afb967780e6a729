import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommitDiff, listCommits } from "../../../shared/api/resources/commits.ts";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { callOperation, requestOperation } from "../../api/fetch-operation.ts";
import { blameLinesInWorker } from "../../workers/diff/diff-engine.ts";
import { decodeInWorker } from "../../workers/text/text-engine.ts";
import type { Blame } from "./blame.ts";

/** The commit of a project at which blame is read. */
export interface BlameScope {
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
