import { getProject } from "../../../shared/api/projects.ts";
import { getCurrentUser } from "../../../shared/api/users.ts";
import { useOperation } from "../../api/use-operation.ts";

const developer = 30;
const staleTime = 5 * 60_000;

/** Whether the user may run and cancel jobs of a project; true while that is not known. */
export function useMayRun(project: string): boolean {
  const { permissions } = useOperation(getProject, { id: project }, { staleTime }).data ?? {};
  const user = useOperation(getCurrentUser, {}, { staleTime }).data;
  if (!permissions || !user || user.is_admin) return true;
  const { project_access, group_access } = permissions;
  return Math.max(project_access?.access_level ?? 0, group_access?.access_level ?? 0) >= developer;
}
