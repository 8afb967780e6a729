import { useContext, useMemo } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listMergeRequestCommits } from "../../../../shared/api/resources/merge-requests.ts";
import type { Project } from "../../../../shared/api/resources/projects.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { mergeMessage } from "../../../../shared/review/merge-message.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useDraft } from "../../../state/drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import flow from "../../../ui/theme/flow.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";

/** Draft of a message; empty where it was not edited, so that the service makes its own. */
interface MessageDraft {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly clear: () => void;
}

/** Returns the drafts of the messages of a merge. */
export function useMessageDrafts(): { readonly merge: MessageDraft; readonly squash: MessageDraft } {
  const { draftKey } = useContext(ReviewContext);
  return { merge: useDraft(`merge-message ${draftKey}`), squash: useDraft(`squash-message ${draftKey}`) };
}

interface MergeMessagesProps {
  readonly mergeRequest: MergeRequest;
  readonly details: Project | undefined;
  readonly squash: boolean;
  readonly approvedBy: readonly UserSummary[];
  readonly drafts: ReturnType<typeof useMessageDrafts>;
  readonly onClose: () => void;
}

/** The messages of the merge and squash commit, filled from the project's templates; what is not edited is not sent. */
export function MergeMessages({
  mergeRequest,
  details,
  squash,
  approvedBy,
  drafts,
  onClose,
}: MergeMessagesProps) {
  const { project, iid, me } = useContext(ReviewContext);
  const commits = useOperation(listMergeRequestCommits, {
    id: project,
    merge_request_iid: iid,
    per_page: 100,
  }).data;
  const values = useMemo(
    () => ({
      title: mergeRequest.title,
      description: mergeRequest.description ?? "",
      sourceBranch: mergeRequest.source_branch,
      targetBranch: mergeRequest.target_branch,
      iid,
      projectPath: project,
      url: mergeRequest.web_url,
      commits: (commits ?? []).map(({ message, title }) => message ?? title ?? "").toReversed(),
      approvedBy: approvedBy.map(({ name }) => name),
      reviewedBy: (mergeRequest.reviewers ?? []).map(({ name }) => name),
      author: mergeRequest.author?.name ?? "",
      mergedBy: me?.name ?? "",
    }),
    [approvedBy, commits, iid, me, mergeRequest, project],
  );
  const isMerge = details?.merge_method !== "ff";
  const proposed = {
    merge: mergeMessage("merge", details?.merge_commit_template, values),
    squash: mergeMessage("squash", details?.squash_commit_template, values),
  };
  const field = (kind: "merge" | "squash", label: string) => (
    <TextArea
      label={label}
      mono
      rows={4}
      value={drafts[kind].text || proposed[kind]}
      onChange={(text) => (text === proposed[kind] ? drafts[kind].clear() : drafts[kind].setText(text))}
    />
  );
  return (
    <>
      {squash ? field("squash", "Squash commit message") : null}
      {isMerge ? field("merge", "Merge commit message") : null}
      <div className={flow.cluster}>
        <Button
          size="s"
          onClick={() => {
            drafts.merge.clear();
            drafts.squash.clear();
            onClose();
          }}
        >
          Use the default messages
        </Button>
      </div>
    </>
  );
}
