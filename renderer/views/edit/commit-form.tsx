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
import { Destination } from "../../ui/destination.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { commitChanges } from "./commit-changes.ts";
import styles from "./edit.module.css";
import { type Conflict, type Examination, examineBranch } from "./examine-branch.ts";

interface CommitFormProps {
  readonly place: EditScope;
  readonly session: EditSession;
  /** Conflicts are open; nothing can be committed. */
  readonly blocked: boolean;
  readonly onConflicts: (conflicts: readonly Conflict[]) => void;
}

/** Message, branch and author of the commit; before it goes out, the branch is looked at once more. */
export function CommitForm({ place, session, blocked, onConflicts }: CommitFormProps) {
  const go = useGo();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const branch = useOperation(getBranch, { id: place.project, branch: place.branch });
  const forbidden = branch.data?.protected === true && !branch.data.can_push;
  const original = useOriginal(place.account, place.project);
  const where = checkedOut(original, place.branch);
  // A work tree with changes of its own is never touched, so that only a new branch is left.
  const mustBranch = where !== undefined && !movesTogether(where);
  const other = session.target !== "" || mustBranch;
  const newName = `${place.branch}-patch-1`;
  useEffect(() => {
    if (mustBranch && session.target === "") setCommitFields(place, { target: newName });
  }, [mustBranch, session.target, place, newName]);
  const target = session.target.trim();
  const missing =
    session.message.trim() === ""
      ? "Write a message that says what the commit does."
      : other && target === ""
        ? "Name the new branch."
        : forbidden && !other
          ? `${place.branch} is protected: choose a new branch.`
          : original?.read_only
            ? "This repository is read-only."
            : null;

  async function submit(): Promise<void> {
    setFailure(null);
    try {
      await flushEdits();
      setBusy("Looking at the branch…");
      const examination = await examineBranch(place, session);
      takeIn(place, session, examination);
      if (examination.conflicts.length > 0) {
        onConflicts(examination.conflicts);
        toast.warning("The branch has moved", {
          description: `${examination.conflicts.length} of your files were changed there too. Decide what to keep.`,
        });
        return;
      }
      setCommitFields(place, { head: examination.head });
      if (examination.merged.length > 0) {
        toast.info("The branch has moved", {
          description: `${examination.merged.length} files were merged with what came in. Look at the result, then commit.`,
        });
        return;
      }
      setBusy("Committing…");
      const current = useEdits.getState().sessions[scopeKey(place)];
      if (!current || current.changes.length === 0) {
        toast.info("Nothing is left to commit", {
          description: "The branch already has all of your changes.",
        });
        endSession(place);
        return;
      }
      const committed = await commitChanges(place, current, where !== undefined && !other);
      endSession(place);
      toast.success(`Committed to ${committed.branch}`, {
        description: committed.foundLater
          ? "The answer was lost on its way; Helve found the commit on the branch."
          : undefined,
      });
      go(hrefs.commit(place.account, place.project, committed.sha));
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(null);
      void invalidateResources(client, place.account, createCommit.changes);
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
      <TextArea
        label="Message"
        rows={5}
        value={session.message}
        onChange={(message) => setCommitFields(place, { message })}
        placeholder="What this commit does, and why"
      />
      <SegmentedControl
        label="Commit to"
        value={other ? "new" : "this"}
        onChange={(choice) => setCommitFields(place, { target: choice === "new" ? newName : "" })}
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
          onChange={(value) => setCommitFields(place, { target: value || " " })}
        />
      ) : null}
      <details className={styles.author}>
        <summary>Another author</summary>
        <TextField
          label="Author's name"
          value={session.authorName}
          onChange={(authorName) => setCommitFields(place, { authorName })}
        />
        <TextField
          label="Author's email"
          type="email"
          value={session.authorEmail}
          onChange={(authorEmail) => setCommitFields(place, { authorEmail })}
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
          `Commit ${session.changes.length === 1 ? "1 file" : `${session.changes.length} files`} to ${other ? target || "a new branch" : place.branch}`}
      </Button>
      <Destination />
      <p id="commit-note" className={styles.note}>
        {blocked ? "Solve the conflicts first." : (missing ?? "Ctrl or ⌘ and Enter commits.")}
      </p>
    </form>
  );
}

/** Takes what the branch brought into the pending changes; conflicts stay as they are. */
function takeIn(
  place: EditScope,
  session: EditSession,
  { moved, kept, merged, conflicts }: Examination,
): void {
  if (!moved) return;
  for (const change of [...kept, ...merged]) {
    reviseChange(place, change.id, { origin: change.origin, content: change.content });
  }
  const left = new Set([...kept, ...merged, ...conflicts.map(({ change }) => change)].map(({ id }) => id));
  for (const { id } of session.changes) if (!left.has(id)) discardChange(place, id);
}
