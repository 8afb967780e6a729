import { getCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useIsLocal } from "../local-repositories/use-original.ts";

/** Returns whether jobs of the project run on this machine; null where another service decides that, or is not known. */
export function useRunsHere(account: string, project: string): boolean | null {
  const isLocal = useIsLocal(account);
  return useOperation(getCiSettings, isLocal ? { id: project } : null).data?.run_jobs ?? null;
}
