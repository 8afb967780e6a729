import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import {
  listMergeRequestBlocks,
  type MergeRequestBlock,
} from "../../../shared/api/resources/merge-request-blocks.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { tryExtension } from "../../api/extensions.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { projectOfMergeRequest } from "./merge-request-project.ts";

/** Milliseconds for which what a merge request waits for is fresh. */
const freshMs = 60_000;

/** Sentence for a service without dependencies. */
export const noBlocksText = "This service has no dependencies between merge requests.";

/** Query options of what a merge request waits for; null where the service has no dependencies. */
const blocksQuery = (account: string, project: string, iid: number) =>
  queryOptions({
    // As those of operations begin, so that a write of the account makes it stale.
    queryKey: ["operation", account, "blocks of a merge request", "one", { project, iid }],
    queryFn: ({ signal }) =>
      tryExtension(account, listMergeRequestBlocks, async (): Promise<readonly MergeRequestBlock[]> => {
        const input = { id: project, merge_request_iid: iid, per_page: 100 };
        return (await requestOperation(account, listMergeRequestBlocks, input, { signal })).data;
      }),
    staleTime: freshMs,
    meta: { reads: listMergeRequestBlocks.reads },
  });

/** Returns what a merge request waits for; null where the service has no dependencies, undefined until known. */
export const useBlocks = (
  account: string,
  project: string,
  iid: number,
): readonly MergeRequestBlock[] | null | undefined => useQuery(blocksQuery(account, project, iid)).data;

/** Returns whether a service has dependencies, by asking for those of a merge request. */
export const hasBlocks = async (
  client: QueryClient,
  account: string,
  project: string,
  iid: number,
): Promise<boolean> => (await client.fetchQuery(blocksQuery(account, project, iid))) !== null;

/** Returns the short reference of a merge request: with its project where that is another one. */
export function referenceFrom(project: string, mergeRequest: MergeRequest): string {
  const path = projectOfMergeRequest(mergeRequest, undefined);
  return path === undefined || path === project ? `!${mergeRequest.iid}` : `${path}!${mergeRequest.iid}`;
}

/** Returns which merge requests hold another one of a project, as a sentence; null for none. */
export function blockedText(project: string, blocks: readonly MergeRequestBlock[]): string | null {
  const open = blocks.filter(({ blocking_merge_request: other }) => other?.state !== "merged");
  if (open.length === 0) return null;
  const names = open.map(({ blocking_merge_request: other }) => {
    if (!other) return "one that you cannot see";
    return `${referenceFrom(project, other)}${other.state === "closed" ? " (closed)" : ""}`;
  });
  return `${names.join(", ")} must be merged first.`.replace(/^o/, "O");
}
