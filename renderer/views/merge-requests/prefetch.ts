import type { QueryClient } from "@tanstack/react-query";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { prefetch } from "../../api/use-operation.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import { prepareDiffs } from "../../workers/diff/diff-engine.ts";
import { mergeRequestListInput, parseFilter, peopleKeys } from "./list-input.ts";

interface ListParams {
  readonly account: string;
  readonly project?: string;
  readonly group?: string;
}

/** Prefetches the first page of a list of merge requests, and prepares for the changes of one, which are one step away. */
export function prefetchMergeRequests(
  client: QueryClient,
  { account, project, group }: ListParams,
  { q = "" }: { readonly [name: string]: string | undefined },
): void {
  requestIdleCallback(() => prepareDiffs());
  const filter = parseFilter(q);
  // Their ids are looked up first.
  if (usersOf(filter, peopleKeys).length > 0) return;
  void prefetch(client, account, ({ firstPage }) => {
    const input = mergeRequestListInput(filter, project ? "project" : group ? "group" : "account", new Map());
    if (project) return firstPage(listProjectMergeRequests, { ...input, id: project });
    if (group) return firstPage(listGroupMergeRequests, { ...input, id: group });
    return firstPage(listMergeRequests, input);
  });
}
