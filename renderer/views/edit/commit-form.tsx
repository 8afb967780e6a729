import { useState } from "react";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { CheckedOutNote, movesTogether } from "../../features/local-repositories/checked-out-note.tsx";
import { useCheckedOut, useOriginal } from "../../features/local-repositories/use-original.ts";
import { useRefNameProblem } from "../../features/ref-names/use-ref-name-problem.ts";
import { type EditScope, type EditSession, setCommitFields } from "../../state/edits.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Destination } from "../../ui/destination.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Form } from "../../ui/form.tsx";
import { isMac } from "../../ui/key-names.ts";
import layout from "../../ui/layout.module.css";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { splitMessage } from "./commit-message.ts";
import styles from "./edit.module.css";
import type { BranchConflict } from "./examine-branch.ts";
import { MessageFields } from "./message-fields.tsx";
import { useCommit } from "./use-commit.ts";

interface CommitFormProps {
  readonly scope: EditScope;
  readonly session: EditSession;
  /** Unresolved conflicts prevent the commit. */
  readonly blocked: boolean;
  readonly onConflicts: (conflicts: readonly BranchConflict[]) => void;
}

/** Message, branch and author of the commit; the branch is checked again before it is sent. */
export function CommitForm({ scope, session, blocked, onConflicts }: CommitFormProps) {
  const [proposing, setProposing] = useState(true);
  const branch = useOperation(getBranch, { id: scope.project, branch: scope.branch });
  const forbidden = branch.data?.protected === true && !branch.data.can_push;
  const original = useOriginal(scope.account, scope.project);
  const { checkout: where, recheck } = useCheckedOut(scope.account, scope.project, scope.branch);
  const isGone =
    session.head !== "" && branch.error !== null && describeProblem(branch.error).kind === "missing";
  // A work tree with uncommitted changes is never modified: only a new branch is possible.
  const mustBranch = isGone || (where !== undefined && !movesTogether(where));
  const newName = isGone ? scope.branch : `${scope.branch}-patch-1`;
  // Not stored: a terminal may check the branch out for a moment only, and only the user chooses a branch for good.
  const chosen = session.target === "" && mustBranch ? newName : session.target;
  const other = chosen !== "";
  const target = chosen.trim();
  const wrongName = useRefNameProblem(scope.project, "branch", other ? target : "");
  const missing =
    splitMessage(session.message).subject.trim() === ""
      ? "Enter a commit message."
      : other && target === ""
        ? "Enter a name for the new branch."
        : wrongName !== undefined
          ? "Choose another name for the new branch."
          : forbidden && !other
            ? `${scope.branch} is protected. Choose a new branch.`
            : original?.read_only
              ? "This repository is read-only."
              : null;

  const commit = useCommit({
    scope,
    session,
    target,
    updatesWorkTree: where !== undefined && !other,
    startsMergeRequest: proposing && !isGone,
    onConflicts,
  });
  return (
    <Form
      className={styles.form}
      aria-label="Commit"
      submission={commit}
      isReady={missing === null && !blocked}
    >
      {where ? <CheckedOutNote checkout={where} onRecheck={recheck} /> : null}
      {isGone ? (
        <p className={layout.note} role="note" aria-label="Deleted branch">
          <bdi>{scope.branch}</bdi> was deleted. The commit creates it again, or a branch of another name,
          from the commit that your changes started from.
        </p>
      ) : null}
      <MessageFields message={session.message} onMessage={(message) => setCommitFields(scope, { message })} />
      {mustBranch ? null : (
        <SegmentedControl
          label="Commit to"
          value={other ? "new" : "this"}
          onChange={(choice) => setCommitFields(scope, { target: choice === "new" ? newName : "" })}
          options={[
            { value: "this", label: where ? "Branch and work tree" : "This branch" },
            { value: "new", label: "New branch" },
          ]}
        />
      )}
      {other ? (
        <TextField
          label="New branch"
          mono
          value={chosen}
          onChange={(value) => setCommitFields(scope, { target: value || " " })}
          error={wrongName}
        />
      ) : null}
      {other && !isGone ? (
        <Checkbox label="Start a merge request" checked={proposing} onChange={setProposing} />
      ) : null}
      <Disclosure className={styles.author} summary="Commit as someone else">
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
      </Disclosure>
      {commit.failure ? <ErrorState inline {...commit.failure} /> : null}
      <Button
        type="submit"
        variant="primary"
        loading={commit.isPending}
        disabled={missing !== null || blocked}
        aria-describedby="commit-note"
      >
        {commit.progress ??
          `Commit ${session.changes.length === 1 ? "1 file" : `${session.changes.length} files`} to ${other ? target || "a new branch" : scope.branch}`}
      </Button>
      <Destination />
      <p id="commit-note" className={layout.note}>
        {blocked
          ? "Resolve conflicts first."
          : (missing ?? `Press ${isMac() ? "⌘Enter" : "Ctrl+Enter"} to commit.`)}
      </p>
    </Form>
  );
}
