import { queryOptions } from "@tanstack/react-query";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { requestOperation } from "../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import type { commitListInput } from "./commit-search.ts";

/** Commits of a page: as many as services give at once. */
export const pageSize = 100;

/** Pixels of a month's row. */
export const monthRowHeight = 32;

/** The query of a page, from 1, of the history that ends at the commit `tip`. It never changes. */
export const historyPageQuery = (
  account: string,
  input: ReturnType<typeof commitListInput>,
  tip: string | undefined,
  page: number,
) =>
  queryOptions({
    queryKey: ["history", ...operationQueryKey(account, listCommits, "one", input), tip, page],
    queryFn: ({ signal }) =>
      requestOperation(account, listCommits, { ...input, per_page: pageSize, page }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
