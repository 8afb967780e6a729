import { diffBatches, diffTrees } from "../../git/diff/diffs.ts";
import type { FileDiff } from "../../git/diff/finish-file.ts";
import { mergeBase } from "../../git/history/ancestry.ts";
import type { GitCommit } from "../../git/history/commits.ts";
import { log } from "../../git/history/log.ts";
import { emptyTreeOf } from "../../git/objects/empty-tree.ts";
import { requireWholeHistory } from "../../git/originals/history-scope.ts";
import { resolveCommit } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";

/** Listed commits of a comparison; above it `isCut` is true. */
const maxCommits = 1000;
/** Listed files of a comparison. */
const maxFiles = 3000;

/** Commits and files that one ref has and another lacks. */
export interface Comparison {
  /** Newest first. */
  readonly commits: readonly GitCommit[];
  /** Changed files in batches, while git reads them. */
  readonly files: AsyncIterable<FileDiff[]>;
  readonly isCut: boolean;
}

/**
 * Returns what `to` has that `from` lacks, null where both are the same commit. Files are compared from the merge base,
 * or from `from` itself where `straight`. Throws 404 for an unknown ref. `signal` ends git.
 */
export async function compareRefs(
  store: Store,
  project: Project,
  query: { readonly from: string; readonly to: string; readonly straight?: boolean | undefined },
  signal: AbortSignal,
): Promise<Comparison | null> {
  const repository = projectRepository(store, project);
  const [from, to] = await Promise.all([
    resolveCommit(repository, query.from),
    resolveCommit(repository, query.to),
  ]);
  if (!from || !to) throw httpError(404, "404 Ref Not Found");
  if (from === to) return null;
  const [commits, diff] = await Promise.all([
    log(repository, { from: to, without: from, limit: maxCommits + 1 }, signal),
    diffFromBase(repository, from, to, query.straight ?? false, signal),
  ]);
  return {
    commits: commits.slice(0, maxCommits),
    files: diffBatches(diff, maxFiles),
    isCut: commits.length > maxCommits || diff.total > maxFiles,
  };
}

async function diffFromBase(
  repository: Repository,
  from: string,
  to: string,
  straight: boolean,
  signal: AbortSignal,
) {
  const base = straight ? from : await mergeBase(repository, [from, to], signal);
  if (base === null) requireWholeHistory(repository.folder);
  return diffTrees(repository, base ?? (await emptyTreeOf(repository.folder)), to, signal);
}

/** Returns the hash of the best common ancestor of refs. Throws 400 for an unknown ref and 404 where there is none. */
export async function findMergeBase(
  store: Store,
  project: Project,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const repository = projectRepository(store, project);
  const commits = await Promise.all(refs.map((ref) => resolveCommit(repository, ref)));
  const unknown = refs.find((_, index) => commits[index] === null);
  if (unknown !== undefined) throw httpError(400, `Could not find ref: ${unknown}`);
  const known = commits.filter((commit) => commit !== null);
  const base = await mergeBase(repository, known, signal);
  if (!base) requireWholeHistory(repository.folder);
  if (!base) throw notFound("Merge Base");
  return base;
}
