import { getGroup, listGroupProjects } from "../../../shared/api/resources/groups.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";

const pollMs = 1_500;

interface DeletionProgress {
  /** Whether the service has nothing under the group's id any more. */
  readonly isGone: boolean;
  /** Projects in the group and below it that are still there; null while that is not known. */
  readonly left: number | null;
}

/** Polls the progress of a group's deletion until the group is gone. */
export function useDeletionProgress(account: string, id: number): DeletionProgress {
  const options = { account, refetchInterval: pollMs, staleTime: 0 };
  const group = useOperation(getGroup, { id, with_projects: false }, options);
  const isGone = group.error !== null && toProblem(group.error).code === "not_found";
  const projects = useOperation(
    listGroupProjects,
    isGone ? null : { id, include_subgroups: true, with_shared: false, simple: true, per_page: 1 },
    options,
  );
  return { isGone, left: isGone ? 0 : (projects.response?.paging.total ?? null) };
}
