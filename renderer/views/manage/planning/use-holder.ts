import { useParams } from "@tanstack/react-router";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { listGroups } from "../../../../shared/api/resources/groups.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { folderOf, nameOf } from "../../../../shared/text/paths.ts";
import { useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { useAccountRoute, useRouteProject } from "../../../features/addresses/use-route.ts";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";
import { useAccount } from "../../../state/host-state.ts";

/** Project or group whose labels or milestones a page shows. */
export interface Holder {
  readonly account: string;
  readonly kind: "project" | "group";
  /** Full path. */
  readonly path: string;
}

/** Returns the project or group of the address. */
export function useHolder(): Holder {
  const { account } = useAccountRoute();
  const project = useRouteProject();
  const ofLabels = useParams({ from: "/a/$account/groups/$group/labels", shouldThrow: false });
  const ofList = useParams({ from: "/a/$account/groups/$group/milestones", shouldThrow: false });
  const ofOne = useParams({ from: "/a/$account/groups/$group/milestones/$milestone", shouldThrow: false });
  return project === undefined
    ? { account, kind: "group", path: (ofLabels ?? ofList ?? ofOne)?.group ?? "" }
    : { account, kind: "project", path: project };
}

/** Returns the number of the milestone of the address; empty on other pages. */
export function useMilestoneNumber(): string {
  const ofProject = useParams({
    from: "/a/$account/p/$project/milestones/$milestone",
    shouldThrow: false,
  });
  const ofGroup = useParams({ from: "/a/$account/groups/$group/milestones/$milestone", shouldThrow: false });
  return (ofProject ?? ofGroup)?.milestone ?? "";
}

/** Returns the path of the project of a holder, null for a group; and the other way round. */
export const projectOf = ({ kind, path }: Holder): string | null => (kind === "project" ? path : null);
export const groupOf = ({ kind, path }: Holder): string | null => (kind === "group" ? path : null);

/** Actions that the account may take on labels and milestones. */
export interface PlanningRights {
  readonly mayWrite: boolean;
  /** Whether those of the project may be made ones of its group. */
  readonly mayPromote: boolean;
}

/** Returns what the account may do with the labels and milestones of a holder. */
export function usePlanningRights(holder: Holder): PlanningRights {
  const project = projectOf(holder);
  const found = useOperation(getProject, project === null ? null : { id: project }, { staleTime: 60_000 });
  const mayInProject = useHasAccess(project, accessLevels.reporter) && found.data?.archived !== true;
  const isInGroup = project !== null && found.data?.namespace?.kind !== "user" && folderOf(project) !== "";
  const mayInGroup = useIsReporterOf(
    holder.account,
    isInGroup ? folderOf(project) : project === null ? holder.path : null,
  );
  return project === null
    ? { mayWrite: mayInGroup, mayPromote: false }
    : { mayWrite: mayInProject, mayPromote: mayInProject && isInGroup && mayInGroup };
}

/** Returns whether the account is at least a reporter of a group; false while that is not known, and for none. */
function useIsReporterOf(account: string, group: string | null): boolean {
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const found = useOperationAll(
    listGroups,
    group === null || isAdmin
      ? null
      : { min_access_level: accessLevels.reporter, search: nameOf(group), per_page: 100 },
    { staleTime: 60_000 },
  );
  if (group === null) return false;
  return (
    isAdmin || found.data?.some(({ full_path, id }) => full_path === group || String(id) === group) === true
  );
}
