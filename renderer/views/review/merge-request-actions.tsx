import { CircleDot, FileDiff, FileDown, GitPullRequestClosed, PencilRuler, Trash2 } from "lucide-react";
import { useContext } from "react";
import {
  deleteMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { failureOf } from "../../api/failure-of.ts";
import { useWrite } from "../../api/use-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { MenuItem, MenuSeparator } from "../../ui/menu-item.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { draftTitle, readyTitle } from "./merge-request/draft-title.ts";
import { ReviewContext } from "./merge-request/review-context.ts";
import { OfflineButton } from "./offline/offline-button.tsx";

interface MergeRequestActionsProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
}

/** Actions on a merge request as a whole. */
export function MergeRequestActions({ mergeRequest, extended }: MergeRequestActionsProps) {
  const { project, iid, startExport } = useContext(ReviewContext);
  const account = useAccountId();
  const go = useGo();
  const write = useWrite();
  const target = { id: project, merge_request_iid: iid };
  const isDraft = mergeRequest.work_in_progress || mergeRequest.draft === true;
  const change = async (what: string, input: { title?: string; state_event?: "close" | "reopen" }) => {
    try {
      await write(updateMergeRequest, { ...target, ...input });
      toast.success(what);
    } catch (error) {
      toast.problem("The merge request was not changed", describeProblem(error));
    }
  };
  const remove = async () => {
    const isDone = await confirm({
      title: `Delete !${iid}?`,
      description: `"${mergeRequest.title}" and its discussion are deleted. The branches are kept.`,
      confirmLabel: "Delete",
      danger: true,
      failureTitle: "The merge request was not deleted",
      attempt: () => failureOf(write(deleteMergeRequest, target)),
    });
    if (isDone) go(hrefs.project(account, project, "merge_requests"));
  };
  return (
    <>
      <OfflineButton changedAt={mergeRequest.updated_at ?? null} />
      <Button
        icon={FileDiff}
        variant="primary"
        onClick={() => go(hrefs.mergeRequest(account, project, iid, { tab: "changes" }))}
      >
        Review
      </Button>
      <MoreMenu>
        <MenuItem icon={FileDown} onSelect={startExport}>
          Export…
        </MenuItem>
        {extended ? (
          <>
            <MenuSeparator />
            {mergeRequest.state === "opened" ? (
              <>
                <MenuItem
                  icon={PencilRuler}
                  onSelect={() =>
                    void change(isDraft ? "Marked as ready" : "Marked as a draft", {
                      title: isDraft ? readyTitle(mergeRequest.title) : draftTitle(mergeRequest.title),
                    })
                  }
                >
                  {isDraft ? "Mark as ready" : "Mark as draft"}
                </MenuItem>
                <MenuItem
                  icon={GitPullRequestClosed}
                  onSelect={() => void change("Closed", { state_event: "close" })}
                >
                  Close
                </MenuItem>
              </>
            ) : mergeRequest.state === "closed" ? (
              <MenuItem icon={CircleDot} onSelect={() => void change("Reopened", { state_event: "reopen" })}>
                Reopen
              </MenuItem>
            ) : null}
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
              Delete…
            </MenuItem>
          </>
        ) : null}
      </MoreMenu>
    </>
  );
}
