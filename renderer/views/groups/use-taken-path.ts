import { useDeferredValue } from "react";
import { getGroup } from "../../../shared/api/resources/groups.ts";
import { useOperation } from "../../api/use-operation.ts";

/**
 * Returns whether another group has a full path. Only a hint while somebody types: the service decides, also about
 * groups that are hidden. Null requests nothing.
 */
export function useTakenPath(fullPath: string | null): boolean {
  const settled = useDeferredValue(fullPath);
  const found = useOperation(getGroup, settled === null ? null : { id: settled, with_projects: false });
  return settled !== null && settled === fullPath && found.data !== undefined && !found.error;
}
