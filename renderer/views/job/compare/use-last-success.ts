import { useQuery } from "@tanstack/react-query";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../../shared/api/resources/jobs.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { fetchOperation, requestOperation } from "../../../api/fetch-operation.ts";
import { findLastSuccess } from "./find-last-success.ts";

/** Finds the last success of the same job before it; data is null where there is none. */
export function useLastSuccess(account: string, project: string, job: Job) {
  return useQuery({
    queryKey: ["last-success", account, project, job.id],
    queryFn: async ({ signal }) => {
      const { default_branch } = await fetchOperation(account, getProject, { id: project }, signal);
      return findLastSuccess(job, default_branch ?? null, async (page) => {
        const input = { id: project, scope: ["success" as const], per_page: 100, page };
        const { data, paging } = await requestOperation(account, listJobs, input, { signal });
        return { jobs: data, hasMore: paging.nextPage !== null };
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: ["jobs"] },
  });
}
