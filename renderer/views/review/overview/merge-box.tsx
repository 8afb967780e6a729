import { useQuery } from "@tanstack/react-query";
import { GitMerge, GitMergeConflict, ThumbsUp } from "lucide-react";
import { useContext, useRef, useState } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import {
  approveMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-approvals.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { acceptMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CheckBadges, checksText, isJobStatus, worstStatus } from "../../../features/checks/status-mark.tsx";
import { type HeadChecks, useHeadChecks } from "../../../features/checks/use-head-checks.ts";
import { useHeadPipeline } from "../../../features/ci/use-live-pipelines.ts";
import { CheckedOutNote, mayMoveCheckout } from "../../../features/local-repositories/checked-out-note.tsx";
import { useCheckedOut } from "../../../features/local-repositories/use-original.ts";
import { QueueLine } from "../../../features/merge-queue/queue-line.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../../ui/overlays/use-focus-return.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ConflictForm, mergeDialogTitle } from "../conflicts/conflict-form.tsx";
import { readConflicts } from "../conflicts/read-conflicts.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { useEdit } from "../sidebar/sidebar-field.tsx";
import { EndedMergeRequest } from "./ended-merge-request.tsx";
import { MergePipeline, pipelineObstacle } from "./merge-pipeline.tsx";
import styles from "./overview.module.css";

interface MergeBoxProps {
  readonly mergeRequest: MergeRequest;
  readonly threads: readonly Discussion[];
}

/** Approvals, unresolved threads and conflicts of a merge request, and the button that merges. */
export function MergeBox({ mergeRequest, threads }: MergeBoxProps) {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const approve = useWrite(approveMergeRequest);
  const unapprove = useWrite(unapproveMergeRequest);
  const accept = useWrite(acceptMergeRequest);
  const { checkout, recheck } = useCheckedOut(account, project, mergeRequest.target_branch);
  const target = { id: project, merge_request_iid: iid };
  const approvals = useOperation(getMergeRequestApprovals, target);
  const pipeline = useHeadPipeline(project, mergeRequest);
  const details = useOperation(getProject, { id: project }, { staleTime: 60_000 }).data;
  const external = useExternalChecks(project, mergeRequest);
  const mustSucceed = details?.only_allow_merge_if_pipeline_succeeds ?? false;
  const takesSkipped = details?.allow_merge_on_skipped_pipeline ?? false;
  const mustResolve = details?.only_allow_merge_if_all_discussions_are_resolved ?? false;
  const edit = useEdit();
  const squash = mergeRequest.squash ?? false;
  const remove = mergeRequest.force_remove_source_branch ?? mergeRequest.should_remove_source_branch ?? false;
  const [resolving, setResolving] = useState(false);
  const unresolved = threads.filter((thread) =>
    thread.notes.some((note) => note.resolvable && !note.resolved),
  ).length;
  const approvedBy = approvals.data?.approved_by ?? [];
  const approved = approvals.data?.user_has_approved ?? false;
  const head = mergeRequest.sha ? { sha: mergeRequest.sha } : {};
  const approval = useSubmit(async () => {
    await (approved ? unapprove(target) : approve({ ...target, ...head }));
    toast.success(approved ? "Approval revoked" : "Approved");
  });
  const merge = useSubmit(async () => {
    await accept({
      ...target,
      ...head,
      squash,
      should_remove_source_branch: remove,
      update_worktree: mayMoveCheckout(checkout) || undefined,
    });
    toast.success(`Merged into ${mergeRequest.target_branch}`);
  });
  const failure = merge.failure ?? approval.failure;
  // The button that merged or closed it is gone.
  const stateBox = useRef<HTMLElement>(null);
  useLostFocus(mergeRequest.state, () => stateBox.current);
  const approvalText = !approvals.data
    ? null
    : approvedBy.length === 0
      ? "No approvals yet."
      : `Approved by ${approvedBy.map(({ user }) => user.name).join(", ")}.`;
  if (mergeRequest.state !== "opened") {
    return (
      <EndedMergeRequest
        mergeRequest={mergeRequest}
        approvals={approvedBy.length > 0 ? approvalText : null}
        box={stateBox}
      />
    );
  }
  const conflicts = mergeRequest.has_conflicts || mergeRequest.merge_status === "cannot_be_merged";
  const isOneProject = mergeRequest.source_project_id === mergeRequest.target_project_id;
  const isDraft = mergeRequest.work_in_progress || mergeRequest.draft === true;
  const obstacle = isDraft
    ? "This merge request is a draft. Mark it as ready first."
    : conflicts
      ? `This merge request conflicts with ${mergeRequest.target_branch}. ${
          isOneProject
            ? "Resolve the conflicts here, or rebase the source branch."
            : "Rebase the source branch, or merge the target branch into it."
        }`
      : mustResolve && unresolved > 0
        ? "All threads must be resolved first."
        : (pipelineObstacle({ mustSucceed, takesSkipped }, pipeline, external.checks) ??
          (mustSucceed ? checksText(external.checks ?? [], true) : null));
  return (
    <section className={styles.merge} aria-label="Merging">
      <div className={flow.cluster}>
        {approvals.data ? (
          <>
            <Button icon={ThumbsUp} loading={approval.isPending} onClick={approval.submit}>
              {approved ? "Revoke approval" : "Approve"}
            </Button>
            <span className={layout.muted}>{approvalText}</span>
          </>
        ) : null}
        {unresolved > 0 ? (
          <span className={layout.muted}>
            {unresolved} unresolved {unresolved === 1 ? "thread" : "threads"}.
          </span>
        ) : null}
      </div>
      <MergePipeline mergeRequest={mergeRequest} pipeline={pipeline} mustSucceed={mustSucceed} />
      <ExternalChecks {...external} mustSucceed={mustSucceed} />
      {obstacle ? <p className={layout.muted}>{obstacle}</p> : null}
      {conflicts && isOneProject ? (
        <div>
          <Button icon={GitMergeConflict} onClick={() => setResolving(true)}>
            Resolve conflicts
          </Button>
        </div>
      ) : null}
      {resolving ? (
        <ResolveConflicts mergeRequest={mergeRequest} onClose={() => setResolving(false)} />
      ) : null}
      {checkout ? <CheckedOutNote checkout={checkout} act="merge" onRecheck={recheck} /> : null}
      <div className={flow.cluster}>
        <Button
          variant="primary"
          icon={GitMerge}
          writes
          loading={merge.isPending}
          disabled={obstacle !== null || (checkout !== undefined && !mayMoveCheckout(checkout))}
          onClick={merge.submit}
        >
          {unresolved > 0 && obstacle === null
            ? `Merge with ${unresolved} open ${unresolved === 1 ? "thread" : "threads"}`
            : "Merge"}
        </Button>
        <Checkbox
          label="Squash commits"
          checked={squash}
          onChange={(next) =>
            void edit({
              send: { squash: next },
              show: { squash: next },
              failed: "The option was not changed",
            })
          }
        />
        <Checkbox
          label="Delete source branch"
          checked={remove}
          onChange={(next) =>
            void edit({
              send: { remove_source_branch: next },
              show: { force_remove_source_branch: next, should_remove_source_branch: next },
              failed: "The option was not changed",
            })
          }
        />
        <Destination />
      </div>
      <QueueLine project={project} mergeRequest={mergeRequest} />
      {failure ? <ErrorState inline {...failure} /> : null}
    </section>
  );
}

interface ResolveConflictsProps {
  readonly mergeRequest: MergeRequest;
  readonly onClose: () => void;
}

/** Merges the target branch into the source branch of a merge request, conflict by conflict. */
function ResolveConflicts({ mergeRequest, onClose }: ResolveConflictsProps) {
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      title={mergeDialogTitle(target, source)}
    >
      {conflicts.error ? (
        <ErrorState compact {...describeProblem(conflicts.error)} onRetry={() => void conflicts.refetch()} />
      ) : (
        <Skeleton lines={6} label="Loading the conflicts" />
      )}
    </Dialog>
  );
}

/** Returns the checks of the last commit that are not jobs of its pipeline. */
function useExternalChecks(project: string, mergeRequest: MergeRequest): HeadChecks {
  const { checks, error } = useHeadChecks(project, mergeRequest);
  return { checks: checks?.filter((check) => !isJobStatus(check, mergeRequest.web_url ?? "")), error };
}

/** External checks that have not passed, and what that means for the merge; null where all have. */
function ExternalChecks({ checks = [], error, mustSucceed }: HeadChecks & { readonly mustSucceed: boolean }) {
  if (error)
    return (
      <p className={layout.muted}>
        Checks of the last commit could not be read, so that one may have failed.{" "}
        {describeProblem(error).message}
      </p>
    );
  const worst = worstStatus(checks);
  if (worst === null || worst === "success") return null;
  const warning = mustSucceed ? null : checksText(checks, false);
  return (
    <div className={flow.cluster}>
      <CheckBadges statuses={checks.filter(({ status }) => status !== "success" && status !== "skipped")} />
      {warning ? <span className={layout.muted}>{warning}</span> : null}
    </div>
  );
}
