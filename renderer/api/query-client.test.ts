import { expect, it } from "vitest";
import { operationKey } from "../../shared/api/contract/call-facts.ts";
import { listBranches } from "../../shared/api/resources/branches.ts";
import { listCommits } from "../../shared/api/resources/commits.ts";
import { getBlame, getFile } from "../../shared/api/resources/files.ts";
import { listJobs } from "../../shared/api/resources/jobs.ts";
import { getOriginal } from "../../shared/api/resources/local-repositories.ts";
import {
  getMergeRequest,
  getMergeRequestChanges,
  listMergeRequestCommits,
  listMergeRequestVersions,
} from "../../shared/api/resources/merge-requests.ts";
import { getPipeline, listPipelines } from "../../shared/api/resources/pipelines.ts";
import { compareRefs, listContributors, listTree } from "../../shared/api/resources/repository.ts";
import { searchProjectBlobs } from "../../shared/api/resources/search.ts";
import { listTags } from "../../shared/api/resources/tags.ts";
import { createQueryClient, invalidateRefs, operationQueryKey } from "./query-client.ts";

/** Reads of a repository's views: files, history with its graph, branches, comparisons, merge requests and CI. */
const readFromRefs = [
  listBranches,
  listTags,
  listTree,
  getFile,
  getBlame,
  listCommits,
  compareRefs,
  searchProjectBlobs,
  listContributors,
  getOriginal,
  getMergeRequest,
  getMergeRequestChanges,
  listMergeRequestCommits,
  listMergeRequestVersions,
  listPipelines,
  getPipeline,
  listJobs,
];

it.each(readFromRefs.map((operation) => [operationKey(operation), operation] as const))(
  "a commit in a terminal makes %s of its project stale, by id and by path, and of no other project",
  async (_, operation) => {
    const client = createQueryClient();
    const keyOf = (id: number | string) => operationQueryKey("local", operation, "one", { id });
    for (const id of [7, "ada/tides", 8]) {
      await client.fetchQuery({
        queryKey: keyOf(id),
        queryFn: () => "read",
        meta: { reads: operation.reads ?? [] },
      });
    }
    await invalidateRefs(client, "local", { id: 7, path: "ada/tides" });
    const isStale = (id: number | string) => client.getQueryState(keyOf(id))?.isInvalidated;
    expect([7, "ada/tides", 8].map(isStale)).toEqual([true, true, false]);
    client.clear();
  },
);
