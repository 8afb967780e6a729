import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import {
  discardChange,
  type EditScope,
  type EditSession,
  editScopeKey,
  endSession,
  flushEdits,
  setCommitFields,
  useEdits,
} from "../../state/edits.ts";
import { reviseChange } from "../../state/file-edits.ts";
import { toast } from "../../ui/toast.tsx";
import { commitChanges } from "./commit-changes.ts";
import { type BranchConflict, type Examination, examineBranch } from "./examine-branch.ts";

interface CommitInput {
  readonly scope: EditScope;
  readonly session: EditSession;
  /** Name of the new branch; empty for a commit to the branch of the session. */
  readonly target: string;
  readonly updatesWorkTree: boolean;
  /** Whether a commit to a new branch is followed by the form of a merge request. */
  readonly startsMergeRequest: boolean;
  readonly onConflicts: (conflicts: readonly BranchConflict[]) => void;
}

/** Commits a session after it checked the branch: what was changed there meanwhile is merged, or shown as a conflict. */
export function useCommit(input: CommitInput) {
  const { scope, session, target, updatesWorkTree, startsMergeRequest, onConflicts } = input;
  const go = useGo();
  const client = useQueryClient();
  const [step, setStep] = useState<"check" | "commit">("check");
  const commit = async () => {
    await flushEdits();
    setStep("check");
    const examination = await examineBranch(scope, session);
    takeIn(scope, session, examination);
    if (examination.conflicts.length > 0) {
      onConflicts(examination.conflicts);
      toast.warning(`${scope.branch} has new commits`, {
        description: `${countFiles(examination.conflicts.length)} also changed there. Resolve the conflicts.`,
      });
      return;
    }
    setCommitFields(scope, { head: examination.head });
    if (examination.isGone && target === "") {
      toast.warning(`${scope.branch} was deleted`, {
        description: "The commit creates the branch again. Check its name, then commit.",
      });
      return;
    }
    if (examination.merged.length > 0) {
      toast.info(`${scope.branch} has new commits`, {
        description: `${countFiles(examination.merged.length)} merged with the changes there. Check the result, then commit.`,
      });
      return;
    }
    setStep("commit");
    const current = useEdits.getState().sessions[editScopeKey(scope)];
    if (!current || current.changes.length === 0) {
      toast.info("Nothing to commit", { description: "The branch already has all of your changes." });
      endSession(scope);
      return;
    }
    const committed = await commitChanges(
      scope,
      { ...current, target },
      { updatesWorkTree, isGone: examination.isGone },
    );
    endSession(scope);
    toast.success(`Committed to ${committed.branch}`, {
      description: committed.foundLater
        ? "The response was lost; Helve found the commit on the branch."
        : undefined,
    });
    go(
      committed.branch !== scope.branch && startsMergeRequest
        ? hrefs.project(scope.account, scope.project, "merge_requests", {
            create: "1",
            source: committed.branch,
            target: scope.branch,
          })
        : hrefs.commit(scope.account, scope.project, committed.sha),
    );
  };
  const submission = useSubmit(() =>
    commit().finally(() => void invalidateResources(client, scope.account, createCommit.changes)),
  );
  const progress = step === "check" ? "Checking the branch…" : "Committing…";
  return { ...submission, progress: submission.isPending ? progress : null };
}

const countFiles = (count: number): string => (count === 1 ? "1 of your files" : `${count} of your files`);

/** Applies the branch's changes to the pending ones; conflicts stay as they are. */
function takeIn(
  scope: EditScope,
  session: EditSession,
  { moved, unaffected, merged, conflicts }: Examination,
): void {
  if (!moved) return;
  for (const change of [...unaffected, ...merged]) {
    reviseChange(scope, change.id, { path: change.path, origin: change.origin, content: change.content });
  }
  const left = new Set(
    [...unaffected, ...merged, ...conflicts.map(({ change }) => change)].map(({ id }) => id),
  );
  for (const { id } of session.changes) if (!left.has(id)) discardChange(scope, id);
}
