import { useQueries } from "@tanstack/react-query";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../../shared/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest, listMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { listTodos, type Todo } from "../../../../shared/api/resources/todos.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import type { Watch } from "../../../../shared/host/watches.ts";
import { isLacking } from "../../../api/extensions.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { openFailures } from "../../../features/ci/group-jobs.ts";
import { useHostState } from "../../../state/host-state.ts";
import { useRecentProjects } from "../../../state/recent-projects.ts";
import { failedJobs, mergeRequestLists, pendingTodos, projectsOf } from "./first-reads.ts";
import { requestedReviews } from "./requested-reviews.ts";

/** Milliseconds after which what others may have changed is read again, while the page is visible. */
const refreshMs = 120_000;
/** Milliseconds for which a failed job is work to do. */
const failedMs = 14 * 24 * 3_600_000;

/** Merge requests and failed jobs of an account's user. */
export interface AccountWork {
  readonly account: Account;
  /** Those of others that the user is assigned to or a reviewer of. */
  readonly toReview: readonly MergeRequest[];
  readonly created: readonly MergeRequest[];
  /** Pending to-dos; null where the service has none. */
  readonly todos: readonly Todo[] | null;
  readonly failed: readonly { readonly project: string; readonly job: Job }[];
  /** Automatic merges that did not happen, of merge requests that are still open. */
  readonly unmerged: readonly Watch[];
  readonly isPending: boolean;
  readonly error: unknown;
  /** Time of the oldest data, in ms since 1970; null before anything arrived. */
  readonly asOf: number | null;
  readonly refetch: () => void;
}

/** Reads what every account has for its user, with at most seven requests each. A failure does not affect the others. */
export function useWork(accounts: readonly Account[]): readonly AccountWork[] {
  const { pinned, recent } = useRecentProjects();
  const options = { staleTime: refreshMs / 2, refetchInterval: refreshMs };
  const assigned = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listMergeRequests, mergeRequestLists.assigned),
      ...options,
    })),
  });
  const reviewing = useQueries({
    queries: accounts.map((account) => ({
      ...operationQuery(account.id, listMergeRequests, mergeRequestLists.reviewing(account)),
      ...options,
      enabled: account.check !== null,
    })),
  });
  const todos = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listTodos, pendingTodos),
      ...options,
      // A service without to-dos is not asked again.
      refetchInterval: ({ state }: { state: { error: unknown } }) => (state.error ? false : refreshMs),
    })),
  });
  const created = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listMergeRequests, mergeRequestLists.created),
      ...options,
    })),
  });
  const projects = accounts.flatMap((account) =>
    projectsOf(account, [...pinned, ...recent]).map((project) => ({ account, project })),
  );
  const jobs = useQueries({
    queries: projects.map(({ account, project }) => ({
      ...operationQuery(account.id, listJobs, failedJobs(project)),
      ...options,
    })),
  });
  const watches = useHostState((state) => state.watches).filter(isUnmerged);
  const watched = useQueries({
    queries: watches.map(({ accountId, project, id }) => ({
      ...operationQuery(accountId, getMergeRequest, { id: project, merge_request_iid: id }),
      ...options,
      enabled: accounts.some((account) => account.id === accountId),
    })),
  });
  return accounts.map((account, index) => {
    const mine = assigned[index];
    const others = reviewing[index];
    const own = created[index];
    const listed = todos[index];
    const lacksTodos = listed?.error != null && isLacking(toProblem(listed.error));
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
      todos: lacksTodos ? null : (listed?.data?.data ?? []),
      failed,
      unmerged: watches.filter(
        ({ accountId, status }, at) =>
          accountId === account.id && isStillUnmerged(status, watched[at]?.data?.data),
      ),
      isPending: [
        mine,
        own,
        listed,
        ...(account.check ? [others] : []),
        ...here.map(({ list }) => list),
      ].some((result) => result?.isPending === true),
      error: mine?.error ?? others?.error ?? own?.error ?? (lacksTodos ? null : listed?.error) ?? null,
      asOf: times.length === 0 ? null : Math.min(...times),
      refetch: () => {
        const reviews = account.check ? [others] : [];
        for (const list of [mine, ...reviews, own, listed, ...here.map((entry) => entry.list)])
          void list?.refetch();
      },
    };
  });
}

const recentFailures = (jobs: readonly Job[], user: number | undefined, project: string) =>
  openFailures(jobs)
    .filter(
      (job) =>
        job.user?.id === user && Date.now() - Date.parse(job.finished_at ?? job.created_at ?? "") < failedMs,
    )
    .map((job) => ({ project, job }));

/** Returns whether a watch is of an automatic merge that did not happen. */
const isUnmerged = ({ kind, status }: Watch): boolean =>
  kind === "merge" && (status === "failed" || status === "canceled");

/** Returns whether a merge request is still open, and no other automatic merge was set; false until it was read. */
const isStillUnmerged = (
  status: string | null,
  now: Pick<MergeRequest, "state" | "merge_when_pipeline_succeeds"> | undefined,
): boolean => now?.state === "opened" && (status === "failed" || now.merge_when_pipeline_succeeds !== true);
