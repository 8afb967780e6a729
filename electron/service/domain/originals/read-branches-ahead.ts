import { countAheadBehind } from "../../git/history/ahead-behind.ts";
import { mergedInto } from "../../git/history/ancestry.ts";
import { readCommits } from "../../git/history/commits.ts";
import { latestTips, maxLatestTips } from "../../git/refs/latest-tips.ts";
import { branchTip, latestFirst, listRefs } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";

/**
 * Caches what the lists of branches and tags show first, before they are opened: refs, their commits,
 * and how far the latest branches are from the default one. `signal` ends git.
 */
export async function readBranchesAhead(
  repository: Repository,
  defaultBranch: string,
  signal: AbortSignal,
): Promise<void> {
  const base = await branchTip(repository, defaultBranch);
  if (base === null || signal.aborted) return;
  const tips = (await listRefs(repository, "heads", latestFirst, signal)).map(({ commit }) => commit);
  await readCommits(repository, tips.slice(0, maxReadAhead), { signal });
  if (signal.aborted) return;
  const latest = await latestTips(repository, maxLatestTips);
  await countAheadBehind(repository, latest, base, signal);
  await mergedInto(repository, latest, base, signal, tips);
  if (signal.aborted) return;
  const tags = await listRefs(repository, "tags", "-creatordate", signal);
  await readCommits(
    repository,
    tags.slice(0, tagsOnPage).flatMap(({ commit }) => commit ?? []),
    { signal },
  );
}

/** Branches whose commits are read ahead; others are read when they are listed. */
const maxReadAhead = 1_000;
const tagsOnPage = 100;
