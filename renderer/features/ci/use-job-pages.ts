import type { jobStatuses } from "../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../shared/api/resources/jobs.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { useLivePages } from "./use-live-pages.ts";

/** A state by which jobs can be listed. */
export type JobScope = (typeof jobStatuses)[number];

/** Reads a project's jobs page by page, newest first, and keeps them current; `scope` empty for all states. */
export function useJobPages(project: string, scope: readonly JobScope[]) {
  const account = useAccountId();
  const input = { id: project, per_page: 100, ...(scope.length > 0 ? { scope: [...scope] } : {}) };
  const list = useOperationPages(listJobs, input, { keepPrevious: true });
  useLivePages({
    items: list.items,
    list,
    queryKey: operationQueryKey(account, listJobs, "pages", input),
    readHead: async (signal) => {
      const { data, paging } = await requestOperation(account, listJobs, { ...input, page: 1 }, { signal });
      return { data, isAll: paging.nextPage === null && paging.nextUrl === null };
    },
  });
  return list;
}
