import { useQuery } from "@tanstack/react-query";
import { GitMergeConflict } from "lucide-react";
import { useContext, useRef, useState } from "react";
import type { OutputOf } from "../../../../shared/api/contract/operation.ts";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import { getMergeRequestApprovals } from "../../../../shared/api/resources/merge-request-approvals.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import type { ReviewerState } from "../../../../shared/review/review-states.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { CheckBadges, checksText, isJobStatus, worstStatus } from "../../../features/checks/status-mark.tsx";
import { type HeadChecks, useHeadChecks } from "../../../features/checks/use-head-checks.ts";
import { isActiveStatus } from "../../../features/ci/ci-status.tsx";
import { useHeadPipeline } from "../../../features/ci/use-live-pipelines.ts";
import { QueueLine } from "../../../features/merge-queue/queue-line.tsx";
import { blockedText, useBlocks } from "../../../features/merge-requests/use-blocks.ts";
import { useReviewStates } from "../../../features/merge-requests/use-review-states.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useLostFocus } from "../../../ui/overlays/use-focus-return.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ConflictForm, mergeDialogTitle } from "../conflicts/conflict-form.tsx";
import { readConflicts } from "../conflicts/read-conflicts.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { Approvals, approvalText } from "./approvals.tsx";
import { EndedMergeRequest } from "./ended-merge-request.tsx";
import { MergeForm } from "./merge-form.tsx";
import { MergePipeline, pipelineObstacle } from "./merge-pipeline.tsx";
import styles from "./overview.module.css";
import { Rebase } from "./rebase.tsx";
import { useMergeState } from "./use-merge-state.ts";

interface MergeBoxProps {
  readonly mergeRequest: MergeRequest;
  readonly threads: readonly Discussion[];
}

/** Approvals, unresolved threads and conflicts of a merge request, and what merges it. */
export function MergeBox({ mergeRequest, threads }: MergeBoxProps) {
  const { project, iid } = useContext(ReviewContext);
  const target = { id: project, merge_request_iid: iid };
  const approvals = useOperation(getMergeRequestApprovals, target).data;
  // The button that merged or closed it is gone.
  const stateBox = useRef<HTMLElement>(null);
  useLostFocus(mergeRequest.state, () => stateBox.current);
  if (mergeRequest.state !== "opened") {
    return (
      <EndedMergeRequest
        mergeRequest={mergeRequest}
        approvals={approvals && approvals.approved_by.length > 0 ? approvalText(approvals) : null}
        box={stateBox}
      />
    );
  }
  return <OpenMergeRequest {...{ mergeRequest, threads, approvals }} />;
}

interface OpenMergeRequestProps extends MergeBoxProps {
  readonly approvals: OutputOf<typeof getMergeRequestApprovals> | undefined;
}

function OpenMergeRequest({ mergeRequest, threads, approvals }: OpenMergeRequestProps) {
  const { project } = useContext(ReviewContext);
  const pipeline = useHeadPipeline(project, mergeRequest);
  const details = useOperation(getProject, { id: project }, { staleTime: 60_000 }).data;
  const external = useExternalChecks(project, mergeRequest);
  const state = useMergeState(project, mergeRequest);
  const reviews = useReviewStates(project, mergeRequest);
  const blocks = useBlocks(useAccountId(), project, mergeRequest.iid);
  const blocked = blocks ? blockedText(project, blocks) : null;
  const [resolving, setResolving] = useState(false);
  const mustSucceed = details?.only_allow_merge_if_pipeline_succeeds ?? false;
  const takesSkipped = details?.allow_merge_on_skipped_pipeline ?? false;
  const mustResolve = details?.only_allow_merge_if_all_discussions_are_resolved ?? false;
  const unresolved = threads.filter((thread) =>
    thread.notes.some((note) => note.resolvable && !note.resolved),
  ).length;
  const conflicts = mergeRequest.has_conflicts || mergeRequest.merge_status === "cannot_be_merged";
  const isOneProject = mergeRequest.source_project_id === mergeRequest.target_project_id;
  const isDraft = mergeRequest.work_in_progress || mergeRequest.draft === true;
  const needsPipeline =
    pipelineObstacle({ mustSucceed, takesSkipped }, pipeline, external.checks) ??
    (mustSucceed ? checksText(external.checks ?? [], true) : null);
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
        : (statusObstacle(mergeRequest, reviews?.states ?? noStates, blocked) ?? needsPipeline);
  // Where external checks are no pipeline, they are waited for by themselves.
  const isRunning = isActiveStatus((pipeline ? pipeline.status : worstStatus(external.checks ?? [])) ?? "");
  const mayResolve = isOneProject && (conflicts || (state.error?.includes("conflict") ?? false));
  return (
    <section className={styles.merge} aria-label="Merging">
      {approvals ? <Approvals mergeRequest={mergeRequest} approvals={approvals} /> : null}
      {unresolved > 0 ? (
        <p className={layout.muted}>
          {unresolved} unresolved {unresolved === 1 ? "thread" : "threads"}.
        </p>
      ) : null}
      <MergePipeline mergeRequest={mergeRequest} pipeline={pipeline} mustSucceed={mustSucceed} />
      <ExternalChecks {...external} mustSucceed={mustSucceed} />
      {obstacle ? <p className={layout.muted}>{obstacle}</p> : null}
      {state.error && !state.isRebasing ? (
        <p className={styles.failed} role="status">
          {state.error}
        </p>
      ) : null}
      {mayResolve ? (
        <div>
          <Button icon={GitMergeConflict} onClick={() => setResolving(true)}>
            Resolve conflicts
          </Button>
        </div>
      ) : null}
      {resolving ? (
        <ResolveConflicts mergeRequest={mergeRequest} onClose={() => setResolving(false)} />
      ) : null}
      <Rebase
        mergeRequest={mergeRequest}
        behind={state.behind}
        isRebasing={state.isRebasing}
        onStarted={state.refetch}
      />
      <MergeForm
        mergeRequest={mergeRequest}
        details={details}
        approvedBy={approvals?.approved_by.map(({ user }) => user) ?? noPeople}
        unresolved={unresolved}
        obstacle={obstacle}
        waitsForPipeline={isRunning && (obstacle === null || obstacle === needsPipeline)}
        state={state}
      />
      <QueueLine project={project} mergeRequest={mergeRequest} />
    </section>
  );
}

const noPeople: readonly UserSummary[] = [];
const noStates: readonly ReviewerState[] = [];

/** Reasons of services against a merge that nothing else in the box says. */
const statusTexts: Readonly<Record<string, string>> = {
  not_approved: "Approvals are missing.",
  requested_changes: "A reviewer requested changes.",
  need_rebase: "The source branch must be rebased first.",
  merge_request_blocked: "Another merge request must be merged first.",
  blocked_status: "Another merge request must be merged first.",
};

function statusObstacle(
  { detailed_merge_status: status, reviewers = [] }: MergeRequest,
  states: readonly ReviewerState[],
  blocked: string | null,
): string | null {
  const text = statusTexts[status ?? ""] ?? null;
  if (status === "merge_request_blocked") return blocked ?? text;
  if (status !== "requested_changes") return text;
  const requesting = new Set(states.flatMap(({ user, state }) => (state === status ? [user] : [])));
  const names = reviewers.filter(({ id }) => requesting.has(id)).map(({ name }) => name);
  return names.length > 0 ? `${names.join(" and ")} requested changes.` : text;
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
