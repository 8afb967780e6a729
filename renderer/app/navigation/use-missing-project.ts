import { getProject } from "../../../shared/api/resources/projects.ts";
import { toProblem } from "../../api/host.ts";
import { useOperation } from "../../api/use-operation.ts";

/**
 * Returns whether the service responded that the project does not exist, or is hidden from this account. False before
 * the response: this hook observes the request of the project's routes and sends none.
 */
export function useMissingProject(account: string, project: string): boolean {
  const { error } = useOperation(getProject, { id: project }, { account, enabled: false });
  if (error === null) return false;
  const { code, reason } = toProblem(error);
  // With a reason it is a repository on this computer whose folder is missing.
  return code === "not_found" && reason === undefined;
}
