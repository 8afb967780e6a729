import { getProjectMember } from "../../../shared/api/resources/members.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";

/**
 * Returns whether the account has at least this access to a project; true where the service does not report it. A project's
 * own fields leave out the groups that it is shared with: where they are not enough, the account's membership is read, which
 * services before 12.4 do not have. False for no project.
 */
export function useHasAccess(project: string | null, level: number): boolean {
  const { permissions } =
    useOperation(getProject, project === null ? null : { id: project }, { staleTime: 60_000 }).data ?? {};
  const user = useOperation(getCurrentUser, {}, { staleTime: 60_000 }).data;
  const isKnown = permissions && user && !user.is_admin;
  const { project_access, group_access } = permissions ?? {};
  const own = Math.max(project_access?.access_level ?? 0, group_access?.access_level ?? 0);
  const member = useOperation(
    getProjectMember,
    isKnown && project !== null && own < level ? { id: project, user_id: user.id } : null,
    { staleTime: 60_000 },
  ).data;
  return project !== null && (!isKnown || Math.max(own, member?.access_level ?? 0) >= level);
}

/** Returns whether a project is archived, as far as its details were read: nothing is requested for it. */
export const useIsArchived = (project: string | undefined, account?: string): boolean =>
  useOperation(getProject, project === undefined ? null : { id: project }, { account, enabled: false }).data
    ?.archived === true;
