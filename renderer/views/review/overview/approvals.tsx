import { MessageSquareX, ThumbsUp } from "lucide-react";
import { useContext } from "react";
import type { OutputOf } from "../../../../shared/api/contract/operation.ts";
import {
  approveMergeRequest,
  getApprovalState,
  type getMergeRequestApprovals,
  listReviewers,
  publishReview,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-approvals.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getVersion } from "../../../../shared/api/resources/version.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { OwnersList } from "./owners-list.tsx";

type ApprovalsOfRequest = OutputOf<typeof getMergeRequestApprovals>;

/** Returns who approved and how many are missing, as a sentence; null before it is known. */
export function approvalText(approvals: ApprovalsOfRequest | undefined): string | null {
  if (!approvals) return null;
  const { approved_by: by, approvals_required: required, approvals_left: left } = approvals;
  const given =
    by.length === 0 ? "No approvals yet." : `Approved by ${by.map(({ user }) => user.name).join(", ")}.`;
  return left > 0 ? `${given} ${left} of ${required} missing.` : given;
}

/** Returns whether a version of GitLab records that changes are requested; Helve's own service has no such number, and does. */
const recordsReviews = (version: string | undefined): boolean => {
  const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  return Number(major) > 19 || (Number(major) === 19 && Number(minor) >= 2) || /helve/i.test(version ?? "");
};

interface ApprovalsProps {
  readonly mergeRequest: MergeRequest;
  readonly approvals: ApprovalsOfRequest;
}

/** Who approved and who is missing, and the buttons by which the user approves or requests changes. */
export function Approvals({ mergeRequest, approvals }: ApprovalsProps) {
  const { project, iid, me } = useContext(ReviewContext);
  const target = { id: project, merge_request_iid: iid };
  const approve = useWrite(approveMergeRequest);
  const unapprove = useWrite(unapproveMergeRequest);
  const publish = useWrite(publishReview);
  const rules = useOperation(getApprovalState, target).data?.rules ?? [];
  const reviewers = useOperation(listReviewers, target).data;
  const version = useOperation(getVersion, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.version;
  const approved = approvals.user_has_approved;
  const own = reviewers?.find(({ user }) => user.id === me?.id)?.state;
  const approval = useSubmit(async () => {
    const head = mergeRequest.sha ? { sha: mergeRequest.sha } : {};
    await (approved ? unapprove(target) : approve({ ...target, ...head }));
    toast.success(approved ? "Approval revoked" : "Approved");
  });
  const requesting = useSubmit(async () => {
    await publish({ ...target, reviewer_state: "requested_changes" });
    toast.success("Changes requested");
  });
  const failure = approval.failure ?? requesting.failure;
  return (
    <>
      <div className={flow.cluster}>
        <Button icon={ThumbsUp} writes loading={approval.isPending} onClick={approval.submit}>
          {approved ? "Revoke approval" : "Approve"}
        </Button>
        {reviewers && recordsReviews(version) && own !== "requested_changes" ? (
          <Button icon={MessageSquareX} writes loading={requesting.isPending} onClick={requesting.submit}>
            Request changes
          </Button>
        ) : null}
        <span className={layout.muted}>{approvalText(approvals)}</span>
      </div>
      <OwnersList
        project={project}
        mergeRequest={mergeRequest}
        rules={rules}
        approvedBy={approvals.approved_by.map(({ user }) => user)}
      />
      {failure ? <ErrorState inline {...failure} /> : null}
    </>
  );
}
