import { useQueryClient } from "@tanstack/react-query";
import {
  Check,
  FileDiff,
  GitMerge,
  GitPullRequestClosed,
  ListOrdered,
  RefreshCw,
  Tag,
  UserPlus,
} from "lucide-react";
import { useState } from "react";
import { createWriteFlow } from "../../../api/send-write.ts";
import { BulkBar } from "../../../features/bulk/bulk-bar.tsx";
import { type BulkTask, startBulk } from "../../../features/bulk/bulk-run.ts";
import { addToQueue, removeFromQueue } from "../../../features/merge-queue/merge-queue.ts";
import { mergeRequestsText } from "../../../features/merge-requests/merge-request-texts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import type { RowSelection } from "../../../ui/lists/row-selection.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { CommonPartsDialog } from "./common-parts-dialog.tsx";
import type { ChosenMergeRequest, MergeRequestActionKind } from "./merge-request-plan.ts";

interface MergeRequestBulkBarProps {
  readonly account: string;
  readonly chosen: readonly ChosenMergeRequest[];
  readonly selection: RowSelection;
}

const offered = [
  { action: "approve", label: "Approve", icon: Check },
  { action: "auto-merge", label: "Auto-merge", icon: GitMerge },
  { action: "rebase", label: "Rebase", icon: RefreshCw },
  { action: "label", label: "Labels", icon: Tag },
  { action: "assign", label: "Assign", icon: UserPlus },
  { action: "close", label: "Close", icon: GitPullRequestClosed },
] as const satisfies readonly { action: MergeRequestActionKind; label: string; icon: unknown }[];
const buttons = offered.map((each) => ({ ...each, opens: true }));
/** Actions whose choices are those of a project. */
const ofOneProject: readonly MergeRequestActionKind[] = ["label", "assign"];

/** Actions on the selected merge requests; each shows what it would do before it does anything. */
export function MergeRequestBulkBar({ account, chosen, selection }: MergeRequestBulkBarProps) {
  const client = useQueryClient();
  const [request, setRequest] = useState<{
    readonly kind: MergeRequestActionKind | "compare";
    readonly entries: readonly ChosenMergeRequest[];
  } | null>(null);
  const isOneProject = new Set(chosen.map(({ project }) => project)).size === 1;
  const actions = offered
    .map(({ action }) => action)
    .filter((action) => isOneProject || !ofOneProject.includes(action));
  const close = () => setRequest(null);
  const open = chosen.filter(({ mergeRequest: { state, sha } }) => state === "opened" && sha);
  const queue = () =>
    startBulk({
      account,
      title: "Add to merge queue",
      done: "Queued",
      count: mergeRequestsText,
      // In the order of the list.
      inOrder: "all",
      tasks: open.map((entry) => queueTask(account, entry)),
      writes: createWriteFlow(client),
      onEnded: selection.keep,
    });
  return (
    <>
      <BulkBar
        things="merge requests"
        chosen={chosen.map((entry) => ({
          entry,
          actions: entry.mergeRequest.state === "opened" ? actions : [],
        }))}
        offered={buttons}
        onAction={(kind, entries) => setRequest({ kind, entries })}
        onClear={selection.clear}
      >
        {open.length > 0 ? (
          <Button writes={false} icon={ListOrdered} onClick={queue}>
            Add {open.length.toLocaleString()} to queue
          </Button>
        ) : null}
        <Button icon={FileDiff} onClick={() => setRequest({ kind: "compare", entries: chosen })}>
          Compare changes…
        </Button>
      </BulkBar>
      {request === null ? null : request.kind === "compare" ? (
        <CommonPartsDialog
          account={account}
          entries={request.entries}
          onClose={close}
          onKeep={selection.keep}
        />
      ) : (
        <ActionDialog
          account={account}
          kind={request.kind}
          entries={request.entries}
          onClose={close}
          onEnded={selection.keep}
        />
      )}
    </>
  );
}

/** Returns the task that adds a merge request to the merge queue at the head that the list shows. */
const queueTask = (account: string, { key, project, mergeRequest }: ChosenMergeRequest): BulkTask => {
  const named = { key, id: mergeRequest.iid, sign: "!", name: mergeRequest.title };
  return {
    ...named,
    text: `At ${mergeRequest.sha?.slice(0, 8) ?? ""}, into ${mergeRequest.target_branch}`,
    async perform() {
      const queued = await addToQueue(account, project, mergeRequest);
      return {
        ...named,
        text: "Remove from the queue",
        async perform() {
          await removeFromQueue(queued.key);
          return null;
        },
      };
    },
  };
};
