import { getProject } from "../../../shared/api/resources/projects.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";

/** Access levels of services, by role. */
export const accessLevels = { developer: 30, maintainer: 40 } as const;

/** Returns whether the account has at least this access to a project; true where the service does not report it. */
export function useHasAccess(project: string, level: number): boolean {
  const { permissions } = useOperation(getProject, { id: project }, { staleTime: 60_000 }).data ?? {};
  const user = useOperation(getCurrentUser, {}, { staleTime: 60_000 }).data;
  if (!permissions || !user || user.is_admin) return true;
  const { project_access, group_access } = permissions;
  return Math.max(project_access?.access_level ?? 0, group_access?.access_level ?? 0) >= level;
}
