import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { needsOriginal } from "../../../shared/text/encoding/file-codec.ts";
import { type SentContent, sentContent } from "../../api/file-content.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { createWriteFlow, type WriteFlow } from "../../api/send-write.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { readOriginBytes } from "../../features/pending-edits/read-origin.ts";
import {
  type Change,
  type ChangeKind,
  changeKind,
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
import { toast } from "../../ui/overlays/toast.tsx";
import { type BranchConflict, type Examination, examineBranch } from "./examine-branch.ts";

/** The created commit. */
interface Committed {
  readonly sha: string;
  readonly branch: string;
  /** The response was lost; the host found the commit on the branch. */
  readonly foundLater: boolean;
}

interface CommitOptions {
  /** Update the clean work tree that has the branch checked out too. */
  readonly updatesWorkTree?: boolean;
  /** The session's branch was deleted: start the target from the commit that its changes started from. */
  readonly isGone?: boolean;
}

/**
 * Sends a session's changes as one commit, once. Throws ProblemError where it was not made or that is unknown, also where
 * a file's encoding does not have a character: nothing is sent then.
 */
export async function commitChanges(
  writes: WriteFlow,
  scope: EditScope,
  session: EditSession,
  { updatesWorkTree = false, isGone = false }: CommitOptions = {},
): Promise<Committed> {
  const branch = session.target || scope.branch;
  const contents = await readContents(scope, session.changes);
  const { result, isFound } = await writes.settle(scope.account, createCommit, {
    id: scope.project,
    branch,
    ...startOf(scope, session, branch, isGone),
    commit_message: session.message,
    author_name: session.authorName || undefined,
    author_email: session.authorEmail || undefined,
    update_worktree: updatesWorkTree || undefined,
    actions: toActions(session.changes, contents),
  });
  return { sha: result.id, branch, foundLater: isFound };
}

/** Returns the contents of changes as they are sent, by the change's id. */
async function readContents(
  scope: EditScope,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, SentContent>> {
  const contents = new Map<string, SentContent>();
  for (const { id, path, origin, content } of changes) {
    if (content?.kind === "bytes") contents.set(id, { content: content.base64, encoding: "base64" });
    if (content?.kind !== "text") continue;
    const { text, encoding = "utf-8" } = content;
    const original = origin && needsOriginal(encoding) ? await readOriginBytes(scope, origin) : undefined;
    contents.set(id, sentContent(path, text, encoding, original));
  }
  return contents;
}

/** Returns what a new branch starts from. */
function startOf(scope: EditScope, { head }: EditSession, branch: string, isGone: boolean) {
  if (isGone) return { start_sha: head };
  // A branch without commits has none to start from.
  return { start_branch: branch === scope.branch || head === "" ? undefined : scope.branch };
}

/** One action of the interface's `POST /repository/commits` (Commits › Create). */
interface CommitAction {
  readonly action: "create" | "delete" | "move" | "update" | "chmod";
  readonly file_path: string;
  readonly previous_path?: string;
  readonly content?: string;
  readonly encoding?: "text" | "base64";
  readonly last_commit_id?: string;
  readonly execute_filemode?: boolean;
}

/**
 * Returns the actions of the changes, in an order in which no path is still taken: files are removed before others are
 * written at their path. `contents` are theirs by the id of the change.
 */
export function toActions(
  changes: readonly Change[],
  contents: ReadonlyMap<string, SentContent>,
): CommitAction[] {
  const order = { deleted: 0, moved: 1, updated: 2, created: 3, mode: 4 } as const;
  return changes
    .flatMap((entry) => {
      const kind = changeKind(entry);
      return kind ? [{ kind, entry }] : [];
    })
    .sort((a, b) => order[a.kind] - order[b.kind])
    .flatMap(({ kind, entry }) => actionsOf(kind, entry, contents.get(entry.id) ?? {}));
}

function actionsOf(kind: ChangeKind, entry: Change, body: Partial<SentContent>): CommitAction[] {
  const guard = entry.origin ? { last_commit_id: entry.origin.lastCommitId } : {};
  const before = entry.origin?.executable ?? false;
  const mode: CommitAction[] =
    entry.executable === before
      ? []
      : [{ action: "chmod", file_path: entry.path, execute_filemode: entry.executable }];
  switch (kind) {
    case "created":
      // The mode is used by `chmod` alone, so a new executable takes two actions.
      return [{ action: "create", file_path: entry.path, ...body }, ...mode];
    case "deleted":
      return [{ action: "delete", file_path: entry.origin?.path ?? entry.path, ...guard }];
    case "moved":
      return [
        {
          action: "move",
          file_path: entry.path,
          previous_path: entry.origin?.path ?? entry.path,
          ...body,
          ...guard,
        },
        ...mode,
      ];
    case "updated":
      return [{ action: "update", file_path: entry.path, ...body, ...guard }, ...mode];
    case "mode":
      return mode;
  }
}

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
  const commit = async (writes: WriteFlow) => {
    await flushEdits();
    setStep("check");
    const examination = await examineBranch(scope, session);
    takeIn(scope, session, examination);
    if (examination.moved || examination.isGone)
      void invalidateResources(client, scope.account, createCommit.changes);
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
      writes,
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
  const submission = useSubmit(() => {
    const writes = createWriteFlow(client);
    return commit(writes).finally(writes.end);
  });
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
