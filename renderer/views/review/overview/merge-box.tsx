import { CircleCheck, GitMerge, GitMergeConflict, ThumbsUp } from "lucide-react";
import { useContext, useRef, useState } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import {
  acceptMergeRequest,
  approveMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { checksText } from "../../../features/checks/combined-status.ts";
import { useHeadPipeline } from "../../../features/ci/use-head-pipeline.ts";
import { CheckedOutNote, movesTogether } from "../../../features/local-repositories/checked-out-note.tsx";
import { useCheckedOut } from "../../../features/local-repositories/use-original.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Destination } from "../../../ui/destination.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useLostFocus } from "../../../ui/use-lost-focus.ts";
import { ResolveConflicts } from "../conflicts/resolve-conflicts.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { ExternalChecks, useExternalChecks } from "./external-checks.tsx";
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
  const write = useWrite();
  const { checkout, recheck } = useCheckedOut(account, project, mergeRequest.target_branch);
  const target = { id: project, merge_request_iid: iid };
  const approvals = useOperation(getMergeRequestApprovals, target);
  const pipeline = useHeadPipeline(project, mergeRequest);
  const details = useOperation(getProject, { id: project }, { staleTime: 60_000 }).data;
  const external = useExternalChecks(project, mergeRequest);
  const mustSucceed = details?.only_allow_merge_if_pipeline_succeeds ?? false;
  // Overrides the options of the merge request for this merge.
  const [chosen, setChosen] = useState<{ readonly squash?: boolean; readonly remove?: boolean }>({});
  const squash = chosen.squash ?? mergeRequest.squash ?? false;
  const remove = chosen.remove ?? mergeRequest.force_remove_source_branch ?? false;
  const [resolving, setResolving] = useState(false);
  const unresolved = threads.filter((thread) =>
    thread.notes.some((note) => note.resolvable && !note.resolved),
  ).length;
  const approvedBy = approvals.data?.approved_by ?? [];
  const approved = approvals.data?.user_has_approved ?? false;
  const head = mergeRequest.sha ? { sha: mergeRequest.sha } : {};
  const approval = useSubmit(async () => {
    await (approved
      ? write(unapproveMergeRequest, target)
      : write(approveMergeRequest, { ...target, ...head }));
    toast.success(approved ? "Approval revoked" : "Approved");
  });
  const merge = useSubmit(async () => {
    await write(acceptMergeRequest, {
      ...target,
      ...head,
      squash,
      should_remove_source_branch: remove,
      ...(movesTogether(checkout) ? { update_worktree: true } : {}),
    });
    toast.success(`Merged into ${mergeRequest.target_branch}`);
  });
  const failure = merge.failure ?? approval.failure;
  // The button that merged or closed it is gone.
  const stateBox = useRef<HTMLElement>(null);
  useLostFocus(mergeRequest.state, () => stateBox.current);
  if (mergeRequest.state !== "opened") {
    const who = mergeRequest.merge_user ?? mergeRequest.merged_by ?? mergeRequest.closed_by;
    const when = mergeRequest.merged_at ?? mergeRequest.closed_at;
    return (
      <section ref={stateBox} className={styles.merge} aria-label="State" tabIndex={-1}>
        <div className={flow.cluster}>
          <Icon of={mergeRequest.state === "merged" ? GitMerge : CircleCheck} />
          {mergeRequest.state === "merged" ? "Merged" : "Closed"}
          {who ? ` by ${who.name}` : ""} {when ? <RelativeTime time={when} /> : null}
          {mergeRequest.merge_commit_sha ? <code>{mergeRequest.merge_commit_sha.slice(0, 8)}</code> : null}
        </div>
      </section>
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
      : (pipelineObstacle(mustSucceed, pipeline, external.checks) ??
        (mustSucceed ? checksText(external.checks ?? [], true) : null));
  return (
    <section className={styles.merge} aria-label="Merging">
      <div className={flow.cluster}>
        {approvals.data ? (
          <>
            <Button icon={ThumbsUp} loading={approval.isPending} onClick={approval.submit}>
              {approved ? "Revoke approval" : "Approve"}
            </Button>
            <span className={layout.muted}>
              {approvedBy.length === 0
                ? "No approvals yet."
                : `Approved by ${approvedBy.map(({ user }) => user.name).join(", ")}.`}
            </span>
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
          loading={merge.isPending}
          disabled={obstacle !== null || (checkout !== undefined && !movesTogether(checkout))}
          onClick={merge.submit}
        >
          Merge
        </Button>
        <Checkbox
          label="Squash commits"
          checked={squash}
          onChange={(next) => setChosen({ ...chosen, squash: next })}
        />
        <Checkbox
          label="Delete source branch"
          checked={remove}
          onChange={(next) => setChosen({ ...chosen, remove: next })}
        />
        <Destination />
      </div>
      {failure ? <ErrorState inline {...failure} /> : null}
    </section>
  );
}
