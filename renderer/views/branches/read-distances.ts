import { queryOptions } from "@tanstack/react-query";
import { type AheadBehind, listAheadBehind } from "../../../shared/api/resources/local-repositories.ts";
import { compareRefs } from "../../../shared/api/resources/repository.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { tryExtension } from "../../api/extensions.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";

/** Commits that a branch has and the default branch lacks, and the other way round. */
export interface Distance {
  readonly ahead: string;
  readonly behind: string;
}

/** Returns a counted distance as rows show it; null where the commit is gone. */
const toDistance = ({ ahead, behind }: AheadBehind): Distance | null =>
  ahead === null || behind === null ? null : { ahead: String(ahead), behind: String(behind) };

/** A branch whose distance is wanted. */
export interface BranchTip {
  readonly id: string;
  /** Everything of it is in the default branch. */
  readonly merged: boolean;
}

/** Concurrent comparisons, where a service has no other way. */
const concurrency = 3;

/**
 * Reads how far branches are from `base`, in one walk where the service has an operation for it, else by comparing; calls
 * `onDistance` for each as it becomes known, with null where it is not known. Throws ProblemError, or AbortError once
 * `signal` fired.
 */
export async function readDistances(
  account: string,
  project: string,
  base: string,
  tips: readonly BranchTip[],
  onDistance: (id: string, distance: Distance | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const ids = tips.map(({ id }) => id);
  const walked = await tryExtension(account, listAheadBehind, () =>
    fetchOperation(account, listAheadBehind, { id: project, base, ids }, signal),
  );
  if (walked) {
    for (const entry of walked) onDistance(entry.id, toDistance(entry));
    return;
  }
  await inParallel(tips, concurrency, async (tip) => onDistance(tip.id, await compareBoth(tip)), signal);

  async function compareBoth({ id, merged }: BranchTip): Promise<Distance | null> {
    try {
      const ahead = merged ? "0" : await count(base, id);
      return { ahead, behind: await count(id, base) };
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  }

  async function count(from: string, to: string): Promise<string> {
    const { commits, compare_timeout } = await fetchOperation(
      account,
      compareRefs,
      { id: project, from, to },
      signal,
    );
    return `${commits.length}${compare_timeout ? "+" : ""}`;
  }
}

/**
 * Query options of how far the latest branches are from the default one, by the hash of their tips: read beside the list
 * of branches, which shows these first. Empty where the service lacks the operation.
 */
export const latestDistancesQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: operationQueryKey(account, listAheadBehind, "one", { id: project }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Distance | null>> => {
      const counted = await tryExtension(account, listAheadBehind, () =>
        fetchOperation(account, listAheadBehind, { id: project }, signal),
      );
      return new Map((counted ?? []).map((entry) => [entry.id, toDistance(entry)]));
    },
    meta: { reads: listAheadBehind.reads },
  });
