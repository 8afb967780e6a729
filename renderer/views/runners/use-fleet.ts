import { useEffect } from "react";
import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import { listAllRunners, listProjectRunners, listRunners } from "../../../shared/api/resources/runners.ts";
import { type OperationPages, useOperationPages } from "../../api/use-operation.ts";
import type { FleetScope } from "./filter/fleet-scope.ts";
import { type RunnerQuery, runnerListInput } from "./filter/runner-query.ts";
import { withAllStates } from "./fleet/runner.ts";

const pageSize = 100;
/** Milliseconds after which the list is read again while the window is in use. */
const refreshMs = 30_000;
/** Pages up to which the list is read again by itself; a longer one costs the service too much. */
const refreshedPages = 5;

/** The runners of a scope that the service's own filters leave, page by page. */
export function useFleet(
  scope: FleetScope,
  query: RunnerQuery,
): OperationPages<OutputOf<typeof listRunners>> {
  const input = { ...runnerListInput(query), ...withAllStates, per_page: pageSize };
  const keep = { keepPrevious: true };
  const all = useOperationPages(listAllRunners, scope.kind === "all" ? input : null, keep);
  const owned = useOperationPages(listRunners, scope.kind === "owned" ? input : null, keep);
  const ofProject = useOperationPages(
    listProjectRunners,
    scope.kind === "project" ? { ...input, id: scope.project } : null,
    keep,
  );
  const list = scope.kind === "all" ? all : scope.kind === "owned" ? owned : ofProject;
  const { refetch } = list;
  const isRefreshed = (list.data?.pages.length ?? 0) <= refreshedPages;
  useEffect(() => {
    if (!isRefreshed) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refetch();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isRefreshed, refetch]);
  return list;
}
