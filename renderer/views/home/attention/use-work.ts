import { useQueries } from "@tanstack/react-query";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../../shared/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { openFailures } from "../../../features/ci/open-failures.ts";
import { useRecentProjects } from "../../../state/recent-projects.ts";

/** Milliseconds after which what others may have changed is read again, while the page is visible. */
const refreshMs = 120_000;
/** Projects of an account whose failed jobs are read: services list jobs by project alone. */
const maxProjects = 3;
/** Milliseconds for which a failed job is work to do. */
const failedMs = 14 * 24 * 3_600_000;

/** Merge requests and failed jobs of an account's user. */
export interface AccountWork {
  readonly account: Account;
  /** Those of others that the user is assigned to or a reviewer of. */
  readonly toReview: readonly MergeRequest[];
  readonly created: readonly MergeRequest[];
  readonly failed: readonly { readonly project: string; readonly job: Job }[];
  readonly isPending: boolean;
  readonly error: unknown;
  /** Time of the oldest data, in ms since 1970; null before anything arrived. */
  readonly asOf: number | null;
  readonly refetch: () => void;
}

/** Reads what every account has for its user, with at most six requests each. A failure does not affect the others. */
export function useWork(accounts: readonly Account[]): readonly AccountWork[] {
  const { pinned, recent } = useRecentProjects();
  const options = { staleTime: refreshMs / 2, refetchInterval: refreshMs };
  const open = { state: "opened", order_by: "updated_at", per_page: 20 } as const;
  const assigned = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listMergeRequests, { ...open, scope: "assigned_to_me" }),
      ...options,
    })),
  });
  const reviewing = useQueries({
    queries: accounts.map(({ id, check }) => ({
      ...operationQuery(id, listMergeRequests, { ...open, scope: "all", reviewer_id: check?.user.id }),
      ...options,
      enabled: check !== null,
    })),
  });
  const created = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listMergeRequests, { ...open, scope: "created_by_me" }),
      ...options,
    })),
  });
  const projects = accounts.flatMap((account) => {
    const known = [...pinned, ...recent].flatMap((entry) =>
      entry.account === account.id ? [entry.path] : [],
    );
    return [...new Set(known)].slice(0, maxProjects).map((project) => ({ account, project }));
  });
  const jobs = useQueries({
    queries: projects.map(({ account, project }) => ({
      ...operationQuery(account.id, listJobs, { id: project, scope: ["failed"], per_page: 20 }),
      ...options,
    })),
  });
  return accounts.map((account, index) => {
    const [mine, others, own] = [assigned[index], reviewing[index], created[index]];
    const times = [mine, others, own].flatMap((result) =>
      result?.data ? [result.dataUpdatedAt - result.data.age * 1000] : [],
    );
    const here = projects.flatMap((entry, at) =>
      entry.account.id === account.id ? [{ project: entry.project, list: jobs[at] }] : [],
    );
    const user = account.check?.user.id;
    const failed = here.flatMap(({ project, list }) => recentFailures(list?.data?.data ?? [], user, project));
    return {
      account,
      toReview: requestedReviews(mine?.data?.data ?? [], others?.data?.data ?? [], user),
      created: own?.data?.data ?? [],
      failed,
      isPending: mine?.isPending === true || own?.isPending === true,
      error: mine?.error ?? others?.error ?? own?.error ?? null,
      asOf: times.length === 0 ? null : Math.min(...times),
      refetch: () => {
        const reviews = account.check ? [others] : [];
        for (const list of [mine, ...reviews, own, ...here.map((entry) => entry.list)]) void list?.refetch();
      },
    };
  });
}

interface Reviewed {
  readonly id: number;
  readonly author?: { readonly id: number } | null | undefined;
  readonly reviewers?: readonly { readonly id: number }[] | undefined;
}

/**
 * Returns the merge requests of others that a user is assigned to, and those of `listed` with the user as a reviewer:
 * services without reviewers list all.
 */
export function requestedReviews<M extends Reviewed>(
  assigned: readonly M[],
  listed: readonly M[],
  user: number | undefined,
): readonly M[] {
  const known = new Set(assigned.map(({ id }) => id));
  const reviews = listed.filter(
    ({ id, reviewers }) => !known.has(id) && reviewers?.some((reviewer) => reviewer.id === user),
  );
  return [...assigned, ...reviews].filter(({ author }) => user === undefined || author?.id !== user);
}

const recentFailures = (jobs: readonly Job[], user: number | undefined, project: string) =>
  openFailures(jobs)
    .filter(
      (job) =>
        job.user?.id === user && Date.now() - Date.parse(job.finished_at ?? job.created_at ?? "") < failedMs,
    )
    .map((job) => ({ project, job }));
