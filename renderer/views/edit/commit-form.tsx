import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { describeProblem, type ErrorStateProps } from "../../api/describe-problem.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { CheckedOutNote, movesTogether } from "../../features/local-repositories/checked-out-note.tsx";
import { checkedOut, useOriginal } from "../../features/local-repositories/use-original.ts";
import {
  discardChange,
  type EditScope,
  type EditSession,
  endSession,
  flushEdits,
  scopeKey,
  setCommitFields,
  useEdits,
} from "../../state/edits.ts";
import { reviseChange } from "../../state/file-edits.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Destination } from "../../ui/destination.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { isMac } from "../../ui/key-names.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { commitChanges } from "./commit-changes.ts";
import { splitMessage } from "./commit-message.ts";
import styles from "./edit.module.css";
import { type Conflict, type Examination, examineBranch } from "./examine-branch.ts";
import { MessageFields } from "./message-fields.tsx";

interface CommitFormProps {
  readonly scope: EditScope;
  readonly session: EditSession;
  /** Unresolved conflicts prevent the commit. */
  readonly blocked: boolean;
  readonly onConflicts: (conflicts: readonly Conflict[]) => void;
}

/** Message, branch and author of the commit; the branch is checked again before it is sent. */
export function CommitForm({ scope, session, blocked, onConflicts }: CommitFormProps) {
  const go = useGo();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const [proposing, setProposing] = useState(true);
  const branch = useOperation(getBranch, { id: scope.project, branch: scope.branch });
  const forbidden = branch.data?.protected === true && !branch.data.can_push;
  const original = useOriginal(scope.account, scope.project);
  const where = checkedOut(original, scope.branch);
  // A work tree with uncommitted changes is never modified: only a new branch is possible.
  const mustBranch = where !== undefined && !movesTogether(where);
  const other = session.target !== "" || mustBranch;
  const newName = `${scope.branch}-patch-1`;
  useEffect(() => {
    if (mustBranch && session.target === "") setCommitFields(scope, { target: newName });
  }, [mustBranch, session.target, scope, newName]);
  const target = session.target.trim();
  const missing =
    splitMessage(session.message).subject.trim() === ""
      ? "Enter a commit message."
      : other && target === ""
        ? "Enter a name for the new branch."
        : forbidden && !other
          ? `${scope.branch} is protected. Choose a new branch.`
          : original?.read_only
            ? "This repository is read-only."
            : null;

  async function submit(): Promise<void> {
    setFailure(null);
    try {
      await flushEdits();
      setBusy("Checking the branch…");
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
      if (examination.merged.length > 0) {
        toast.info(`${scope.branch} has new commits`, {
          description: `${countFiles(examination.merged.length)} merged with the changes there. Check the result, then commit.`,
        });
        return;
      }
      setBusy("Committing…");
      const current = useEdits.getState().sessions[scopeKey(scope)];
      if (!current || current.changes.length === 0) {
        toast.info("Nothing to commit", {
          description: "The branch already has all of your changes.",
        });
        endSession(scope);
        return;
      }
      const committed = await commitChanges(scope, current, where !== undefined && !other);
      endSession(scope);
      toast.success(`Committed to ${committed.branch}`, {
        description: committed.foundLater
          ? "The response was lost; Helve found the commit on the branch."
          : undefined,
      });
      go(
        committed.branch !== scope.branch && proposing
          ? hrefs.project(scope.account, scope.project, "merge_requests", {
              create: "1",
              source: committed.branch,
              target: scope.branch,
            })
          : hrefs.commit(scope.account, scope.project, committed.sha),
      );
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(null);
      void invalidateResources(client, scope.account, createCommit.changes);
    }
  }

  return (
    <form
      className={styles.form}
      aria-label="Commit"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null && !blocked && busy === null) void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      {where ? <CheckedOutNote checkout={where} /> : null}
      <MessageFields message={session.message} onMessage={(message) => setCommitFields(scope, { message })} />
      <SegmentedControl
        label="Commit to"
        value={other ? "new" : "this"}
        onChange={(choice) => setCommitFields(scope, { target: choice === "new" ? newName : "" })}
        options={[
          ...(mustBranch
            ? []
            : [{ value: "this" as const, label: where ? "Branch and work tree" : "This branch" }]),
          { value: "new", label: "New branch" },
        ]}
      />
      {other ? (
        <TextField
          label="New branch"
          mono
          value={session.target}
          onChange={(value) => setCommitFields(scope, { target: value || " " })}
        />
      ) : null}
      {other ? <Checkbox label="Start a merge request" checked={proposing} onChange={setProposing} /> : null}
      <details className={styles.author}>
        <summary>Commit as someone else</summary>
        <TextField
          label="Author name"
          value={session.authorName}
          onChange={(authorName) => setCommitFields(scope, { authorName })}
        />
        <TextField
          label="Author email"
          type="email"
          value={session.authorEmail}
          onChange={(authorEmail) => setCommitFields(scope, { authorEmail })}
        />
      </details>
      {failure ? <ErrorState compact {...failure} /> : null}
      <Button
        type="submit"
        variant="primary"
        loading={busy !== null}
        disabled={missing !== null || blocked}
        aria-describedby="commit-note"
      >
        {busy ??
          `Commit ${session.changes.length === 1 ? "1 file" : `${session.changes.length} files`} to ${other ? target || "a new branch" : scope.branch}`}
      </Button>
      <Destination />
      <p id="commit-note" className={styles.note}>
        {blocked
          ? "Resolve conflicts first."
          : (missing ?? `Press ${isMac() ? "⌘Enter" : "Ctrl+Enter"} to commit.`)}
      </p>
    </form>
  );
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
    reviseChange(scope, change.id, { origin: change.origin, content: change.content });
  }
  const left = new Set(
    [...unaffected, ...merged, ...conflicts.map(({ change }) => change)].map(({ id }) => id),
  );
  for (const { id } of session.changes) if (!left.has(id)) discardChange(scope, id);
}
