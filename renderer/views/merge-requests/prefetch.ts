import type { QueryClient } from "@tanstack/react-query";
import { prefetch } from "../../api/use-operation.ts";
import { listCall, listOwner } from "../../features/work-lists/list-scope.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import { prepareDiffs } from "../../workers/diff/diff-engine.ts";
import { mergeRequestListInput, mergeRequestLists, parseFilter, peopleKeys } from "./list-input.ts";

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
  const owner = listOwner(project, group);
  const input = mergeRequestListInput(filter, owner.scope, new Map());
  const call = listCall(mergeRequestLists, owner, input);
  void prefetch(client, account, ({ firstPage }) => firstPage(call.operation, call.input));
}
