import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../shared/api/resources/jobs.ts";
import { listProjects } from "../../../shared/api/resources/projects.ts";
import { toProblem } from "../../api/host.ts";
import { operationQuery, useOperation } from "../../api/use-operation.ts";
import { idleMs, liveMs } from "../../features/ci/poll-intervals.ts";
import { isActiveStatus } from "../../features/ci/status-style.ts";
import { useRecentProjects } from "../../state/recent-projects.ts";
import { projectsToRead } from "./searched-projects.ts";

/** Projects read at most; services list jobs only by project. */
const maxProjects = 24;

interface ProjectJobs {
  readonly path: string;
  readonly jobs: readonly Job[];
  readonly error: unknown;
}

/**
 * Reads the failed or running jobs of the pinned, recent and active projects of an account; `isAdmin` is undefined until
 * it is known.
 */
export function useAccountJobs(account: string, show: "failed" | "running", isAdmin: boolean | undefined) {
  const { pinned, recent } = useRecentProjects();
  const input = { order_by: "last_activity_at", simple: true, per_page: 20 } as const;
  const own = useOperation(listProjects, { ...input, membership: true });
  // An administrator may be a member of few projects or none.
  const needsOthers = isAdmin === true && (own.data?.length ?? maxProjects) < maxProjects;
  const others = useOperation(listProjects, needsOthers ? input : null);
  const known = [...pinned, ...recent].flatMap((entry) => (entry.account === account ? [entry.path] : []));
  const found = [...(own.data ?? []), ...(others.data ?? [])].map(
    ({ path_with_namespace }) => path_with_namespace,
  );
  const client = useQueryClient();
  const jobsQuery = (id: string) =>
    operationQuery(account, listJobs, {
      id,
      scope: show === "failed" ? ["failed"] : ["running", "pending"],
      per_page: 50,
    });
  const paths = projectsToRead([...new Set([...known, ...found])], maxProjects, (path) =>
    isGone(client.getQueryState(jobsQuery(path).queryKey)?.error),
  );
  const results = useQueries({
    queries: paths.map((id) => ({
      ...jobsQuery(id),
      staleTime: liveMs,
      // A project in which something runs is read often, the others now and then.
      refetchInterval: ({
        state,
      }: {
        state: { data?: { data: readonly Job[] } | undefined; error: unknown };
      }) =>
        isGone(state.error)
          ? false
          : state.data?.data.some(({ status }) => isActiveStatus(status))
            ? liveMs
            : idleMs,
    })),
  });
  const projects = paths.flatMap((path, index): ProjectJobs[] => {
    const { data, error = null } = results[index] ?? {};
    return isGone(error) ? [] : [{ path, jobs: data?.data ?? [], error }];
  });
  const failed = results.filter((result) => result.isError && !isGone(result.error));
  return {
    projects,
    isPending:
      isAdmin === undefined ||
      own.isPending ||
      (needsOthers && others.isPending) ||
      results.some((result) => result.isPending),
    /** Error where nothing could be read; null where at least one project was. */
    error: failed.length === projects.length ? (failed[0]?.error ?? own.error ?? others.error) : null,
    /** Reads again what failed. */
    retry() {
      for (const list of [own, others]) if (list.isError) void list.refetch();
      for (const result of failed) void result.refetch();
    },
  };
}

/** Returns whether a project was deleted or moved, or this account may not see it any more. */
const isGone = (error: unknown): boolean => Boolean(error) && toProblem(error).status === 404;
