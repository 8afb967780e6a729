import { getCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useIsLocal } from "../local-repositories/use-original.ts";

/** Places at which the jobs of a project run. */
interface JobPlaces {
  /** On this machine; null where another service decides that, or is not known. */
  readonly runsHere: boolean | null;
  /** On other machines, whose runners ask the local service for them. */
  readonly runsElsewhere: boolean;
}

/** Returns where the jobs of a project run. */
export function useJobPlaces(account: string, project: string): JobPlaces {
  const isLocal = useIsLocal(account);
  const settings = useOperation(getCiSettings, isLocal ? { id: project } : null).data;
  return { runsHere: settings?.run_jobs ?? null, runsElsewhere: settings?.other_runners ?? false };
}
