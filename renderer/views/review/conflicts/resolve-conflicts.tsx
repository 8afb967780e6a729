import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { ConflictForm, titleOf } from "./conflict-form.tsx";
import { readConflicts } from "./read-conflicts.ts";

interface ResolveConflictsProps {
  readonly mergeRequest: MergeRequest;
  readonly onClose: () => void;
}

/** Merges the target branch into the source branch of a merge request, conflict by conflict. */
export function ResolveConflicts({ mergeRequest, onClose }: ResolveConflictsProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const { source_branch: source, target_branch: target } = mergeRequest;
  const conflicts = useQuery({
    queryKey: [account, "conflicts", project, mergeRequest.iid, mergeRequest.sha],
    queryFn: ({ signal }) => readConflicts(account, project, mergeRequest, signal),
    // Both branches may have new commits by the next time.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (conflicts.data) return <ConflictForm {...{ mergeRequest, onClose }} conflicts={conflicts.data} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="xl" title={titleOf(target, source)}>
      {conflicts.error ? (
        <ErrorState compact {...describeProblem(conflicts.error)} onRetry={() => void conflicts.refetch()} />
      ) : (
        <Skeleton lines={6} label="Loading the conflicts" />
      )}
    </Dialog>
  );
}
