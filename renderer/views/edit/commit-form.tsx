import { useRef, useState } from "react";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { CheckedOutNote, mayMoveCheckout } from "../../features/local-repositories/checked-out-note.tsx";
import { useCheckedOut, useOriginal } from "../../features/local-repositories/use-original.ts";
import { useFreeBranchName, useRefNameProblem } from "../../features/ref-picker/ref-name-problem.ts";
import { type EditScope, type EditSession, setCommitFields } from "../../state/edits.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { isMac } from "../../ui/buttons/kbd.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Destination } from "../../ui/forms/destination.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Disclosure } from "../../ui/panes/section.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import layout from "../../ui/theme/layout.module.css";
import { useCommit } from "./commit-changes.ts";
import styles from "./edit.module.css";
import type { BranchConflict } from "./examine-branch.ts";

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
  const mustBranch = isGone || (where !== undefined && !mayMoveCheckout(where));
  const freeName = useFreeBranchName(scope.project, `${scope.branch}-patch`);
  const newName = isGone ? scope.branch : freeName;
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

interface MessageFieldsProps {
  readonly message: string;
  readonly onMessage: (message: string) => void;
}

/** Subject and body of a commit message, with hints about their length. Enter moves from the subject to the body. */
function MessageFields({ message, onMessage }: MessageFieldsProps) {
  const parts = splitMessage(message);
  const body = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextField
        label="Subject"
        value={parts.subject}
        onChange={(subject) => onMessage(joinMessage({ ...parts, subject }))}
        placeholder="What this commit does"
        spellCheck
        autoFocus
        hint={<span className={styles.count}>{subjectHint(parts.subject)}</span>}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          body.current?.focus();
        }}
      />
      <TextArea
        ref={body}
        label="Body"
        rows={4}
        value={parts.body}
        onChange={(text) => onMessage(joinMessage({ ...parts, body: text }))}
        placeholder="Why, and what to know about it"
        hint={bodyHint(parts.body)}
      />
    </>
  );
}

/** Columns beyond which a subject is long, and beyond which lists cut it off; and of a line of the body. */
const messageLimits = { subject: 50, cut: 72, line: 72 } as const;

interface CommitMessage {
  /** The first line. */
  readonly subject: string;
  /** Text below the blank line that follows it. */
  readonly body: string;
}

/** Returns the subject and the body of a commit message. */
export function splitMessage(message: string): CommitMessage {
  const end = message.indexOf("\n");
  if (end < 0) return { subject: message, body: "" };
  return { subject: message.slice(0, end), body: message.slice(end + 1).replace(/^\n/, "") };
}

/** Returns the message with a blank line between subject and body. */
export const joinMessage = ({ subject, body }: CommitMessage): string =>
  body === "" ? subject : `${subject}\n\n${body}`;

/** Returns a hint about the subject's length. */
export function subjectHint(subject: string): string {
  const { length } = [...subject];
  const { subject: long, cut } = messageLimits;
  if (length > cut) return `${length} characters: most lists cut off after ${cut}`;
  return length > long ? `${length} characters: ${long} or fewer read best` : `${length}/${long}`;
}

/** Returns which lines of the body are longer than is usual; undefined where none is. Links cannot be wrapped. */
export function bodyHint(body: string): string | undefined {
  const { line: limit } = messageLimits;
  const long = body
    .split("\n")
    .flatMap((line, i) => ([...line].length > limit && !/^\S+$/.test(line.trim()) ? [i + 1] : []));
  if (long.length === 0) return undefined;
  const [first] = long;
  return long.length === 1
    ? `Line ${first} is longer than ${limit} characters`
    : `${long.length} lines are longer than ${limit} characters`;
}
