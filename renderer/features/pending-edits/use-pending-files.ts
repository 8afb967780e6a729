import { useMemo } from "react";
import { type EditScope, useEditSession } from "../../state/edits.ts";
import { type PendingFiles, pendingFiles } from "./pending-files.ts";

/** Returns the pending changes of a branch by path; empty where nothing is pending. */
export function usePendingFiles({ account, project, branch }: EditScope): PendingFiles {
  const scope = useMemo(() => ({ account, project, branch }), [account, project, branch]);
  const changes = useEditSession(scope)?.changes;
  return useMemo(() => pendingFiles(changes ?? []), [changes]);
}
