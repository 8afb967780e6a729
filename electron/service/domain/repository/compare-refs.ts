import type { AheadBehind } from "../../../../shared/api/resources/local-repositories.ts";
import { mergeBase } from "../../git/ancestry.ts";
import type { GitCommit } from "../../git/commits.ts";
import { countAheadBehind } from "../../git/count-ahead-behind.ts";
import { diffBatches, diffTrees } from "../../git/diff-tree.ts";
import type { FileDiff } from "../../git/finish-file.ts";
import { requireWholeHistory } from "../../git/history-scope.ts";
import { log } from "../../git/log.ts";
import { latestTips, maxLatestTips, resolveCommit } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { emptyTreeOf } from "../../git/tree-object.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { projectRepository } from "../originals/original-state.ts";
import { invalid, notFound } from "../refusal.ts";

/** Listed commits of a comparison; above it `isCut` is true. */
const maxCommits = 1000;
/** Listed files of a comparison. */
const maxFiles = 3000;

/** Commits and files that one ref has and another lacks. */
export interface RefComparison {
  /** Newest first. */
  readonly commits: readonly GitCommit[];
  /** Changed files in batches, while git reads them. */
  readonly files: AsyncIterable<FileDiff[]>;
  readonly isCut: boolean;
}

/**
 * Returns what `to` has that `from` lacks, null where both are the same commit. Files are compared from the merge base,
 * or from `from` itself where `straight`. Throws `notFound` for an unknown ref. `signal` ends git.
 */
export async function readComparison(
  store: ServiceStore,
  project: Project,
  query: { readonly from: string; readonly to: string; readonly straight?: boolean },
  signal: AbortSignal,
): Promise<RefComparison | null> {
  const repository = projectRepository(store, project);
  const [from, to] = await Promise.all([
    resolveCommit(repository, query.from),
    resolveCommit(repository, query.to),
  ]);
  if (!from || !to) throw notFound("Ref");
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
  if (base === null) requireWholeHistory(repository);
  return diffTrees(repository, base ?? (await emptyTreeOf(repository)), to, signal);
}

/** Returns the hash of the best common ancestor of refs. Throws `invalid` for an unknown ref and `notFound` where there is none. */
export async function findMergeBase(
  store: ServiceStore,
  project: Project,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const repository = projectRepository(store, project);
  const commits = await Promise.all(refs.map((ref) => resolveCommit(repository, ref)));
  const unknown = refs.find((_, index) => commits[index] === null);
  if (unknown !== undefined) throw invalid(`Could not find ref: ${unknown}`);
  const known = commits.filter((commit) => commit !== null);
  const base = await mergeBase(repository, known, signal);
  if (!base) requireWholeHistory(repository);
  if (!base) throw notFound("Merge Base");
  return base;
}

/**
 * Returns how far commits are ahead of and behind a base, of the default branch where it is absent; of the latest tips
 * where `ids` is absent. Throws `notFound` for an unknown base. `signal` ends git.
 */
export async function compareWithBase(
  store: ServiceStore,
  project: Project,
  query: { readonly base?: string; readonly ids?: readonly string[] },
  signal: AbortSignal,
): Promise<AheadBehind[]> {
  const repository = projectRepository(store, project);
  const from = query.base ?? project.defaultBranch;
  const base = from === null ? null : await resolveCommit(repository, from);
  if (!base) throw notFound("Ref");
  const ids = query.ids ?? (await latestTips(repository, maxLatestTips));
  const commits = await Promise.all(ids.map((rev) => resolveCommit(repository, rev)));
  const found = commits.filter((commit) => commit !== null);
  const counts = await countAheadBehind(repository, found, base, signal);
  return ids.map((id, index) => {
    const { ahead, behind } = counts.get(commits[index] ?? "") ?? { ahead: null, behind: null };
    return { id, ahead, behind };
  });
}
