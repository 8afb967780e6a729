import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import type { Discussion, Position } from "../../../../shared/api/resources/discussions.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useFileLanguage } from "../../../features/attributes/use-file-attributes.ts";
import type { OnTask } from "../../../features/comments/comment.tsx";
import { CommentText } from "../../../features/comments/markdown-field.tsx";
import type { OutboxMessage } from "../../../features/outbox/outbox.ts";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import { type LineDraft, removeLineDraft, restoreLineDraft } from "../../../state/drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { splitInWorker } from "../../../workers/markdown/markdown-engine.ts";
import type { Suggestion } from "../../../workers/markdown/split-comment.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import reviewStyles from "../review.module.css";
import { CodeExcerpt, useFileLines } from "./code-excerpt.tsx";
import styles from "./discussion.module.css";
import { commitSuggestion, mayHaveSuggestion, suggestionRows } from "./suggestion.ts";

interface CommentBodyProps
  extends Optional<{
    /** Changes a task of a comment that is drawn as one text. */
    onTask: OnTask;
  }> {
  readonly text: string;
  /** Lines that its suggestions are for; absent for a comment on no line, whose blocks are drawn as text. */
  readonly position: Position | null | undefined;
  /** Whether it was sent, so that its suggestions can be applied. */
  readonly isSent?: boolean;
}

/** The text of a comment, with suggestions drawn as diffs. */
export function CommentBody({ text, position, isSent = true, onTask }: CommentBodyProps) {
  const isPlain = !position?.new_line || !position.new_path || !mayHaveSuggestion(text);
  const { data: parts, error } = useQuery({
    queryKey: ["comment-parts", text],
    queryFn: ({ signal }) => splitInWorker(text, signal),
    enabled: !isPlain,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  if (isPlain || error) return <CommentText text={text} onTask={onTask} />;
  if (!parts) return <Skeleton lines={2} label="Loading the comment" />;
  return parts.map((part, index) =>
    part.kind === "text" ? (
      // A part has no identity but its position.
      <CommentText key={`text ${String(index)}`} text={part.text} />
    ) : (
      <SuggestionCard
        key={`suggestion ${String(index)}`}
        position={position}
        suggestion={part.suggestion}
        {...{ isSent }}
      />
    ),
  );
}

interface SuggestionCardProps {
  readonly position: Position;
  readonly suggestion: Suggestion;
  /** Whether it was sent and can be applied. */
  readonly isSent: boolean;
}

/** A suggested change as a diff, with a button that commits it to the source branch. */
function SuggestionCard({ position, suggestion, isSent }: SuggestionCardProps) {
  const { mergeRequest, project } = useContext(ReviewContext);
  const { new_path: path, new_line: line, head_sha: head } = position;
  const lines = useFileLines(path ? { project, sha: head, path } : null);
  const language = useFileLanguage(project, head, lines && path ? path : "");
  if (!path || !line) return null;
  const rows = lines ? suggestionRows(lines, line, suggestion) : null;
  const replacement = suggestion.lines.map((text, index) => ({
    kind: "added" as const,
    oldLine: null,
    newLine: line - suggestion.above + index,
    text,
  }));
  const isOpen = mergeRequest?.state === "opened";
  return (
    <section className={styles.suggestion} aria-label="Suggested change">
      <div className={styles.suggestionHead}>
        <strong>Suggested change</strong>
        {isSent && isOpen ? <ApplySuggestion {...{ path, line, head, suggestion }} /> : null}
      </div>
      {lines === undefined ? (
        <Skeleton lines={2} height={20} label="Loading the lines" />
      ) : (
        <CodeExcerpt
          label={`Suggestion for ${path}`}
          path={path}
          language={language}
          lines={rows ?? replacement}
        />
      )}
    </section>
  );
}

interface ApplySuggestionProps {
  readonly path: string;
  readonly line: number;
  /** The commit that the line was counted in. */
  readonly head: string;
  readonly suggestion: Suggestion;
}

function ApplySuggestion({ path, line, head, suggestion }: ApplySuggestionProps) {
  const { mergeRequest } = useContext(ReviewContext);
  const account = useAccountId();
  const commit = useWrite(createCommit);
  const apply = useSubmit(
    async (id: number, branch: string) => {
      await commitSuggestion(commit, { account, project: id, branch, path, line, head, suggestion });
      toast.success(`Committed to ${branch}`);
    },
    { onFailure: (failure) => toast.problem("The suggestion was not applied", failure) },
  );
  const source = mergeRequest?.source_project_id ?? mergeRequest?.project_id;
  if (!mergeRequest || !source) return null;
  const current = head === mergeRequest.sha;
  return (
    <>
      {current ? null : <span className={layout.muted}>Outdated: the lines may have moved.</span>}
      <Button
        size="s"
        writes
        loading={apply.isPending}
        disabled={!current}
        onClick={() => apply.submit(source, mergeRequest.source_branch)}
      >
        Apply suggestion
      </Button>
    </>
  );
}

interface PendingCommentProps {
  readonly draft: LineDraft;
  readonly onEdit: () => void;
  /** Called when the comment was discarded, to move the focus. */
  readonly onLeave?: () => void;
}

/** A comment or reply of the review that is not submitted yet. */
export function PendingComment({ draft, onEdit, onLeave }: PendingCommentProps) {
  const { draftKey } = useContext(ReviewContext);
  const discard = () => {
    removeLineDraft(draftKey, draft.key);
    onLeave?.();
    toast.discarded(draft.thread ? "reply" : "comment", () => restoreLineDraft(draftKey, draft));
  };
  return (
    <div className={draft.thread ? undefined : reviewStyles.thread}>
      <div className={styles.marks}>
        <Badge tone="changed">Pending</Badge>
        <Button size="s" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
        <DiscardButton size="s" onClick={discard} />
      </div>
      <CommentBody text={draft.text} position={toSentPosition(draft)} isSent={false} />
    </div>
  );
}

/** A comment that is in the outbox. */
export const QueuedComment = ({ text }: { readonly text: string }) => (
  <div className={reviewStyles.thread}>
    <div className={styles.marks}>
      <Badge tone="changed">Waiting to send</Badge>
      <AppLink href={hrefs.outbox}>Outbox</AppLink>
    </div>
    <CommentText text={text} />
  </div>
);

/**
 * Returns a reply to a thread that waits for the review to be submitted; its line is that of the thread.
 * `keepsResolved`: the thread is resolved, and stays so.
 */
export function pendingReply(thread: Discussion, text: string, keepsResolved = false): LineDraft {
  const position = thread.notes[0]?.position;
  const line = { oldLine: position?.old_line ?? null, newLine: position?.new_line ?? null };
  return {
    key: `reply ${thread.id} ${crypto.randomUUID()}`,
    oldPath: position?.old_path ?? "",
    newPath: position?.new_path ?? position?.old_path ?? "",
    first: line,
    last: line,
    text,
    version: null,
    thread: thread.id,
    keepsResolved,
    pending: true,
  };
}

/** Returns the message that sends a draft of a review. */
export const messageOf = (draft: LineDraft): OutboxMessage =>
  draft.thread === null
    ? { kind: "line", draft }
    : {
        kind: "reply",
        discussion: draft.thread,
        body: draft.text,
        keepsResolved: draft.keepsResolved ?? false,
      };

/** Returns where a draft of a review is: "name.ts:12", with what it is where it is a reply. */
export function draftLocation({ thread, newPath, last }: LineDraft): string {
  const line = last.newLine ?? last.oldLine;
  const location = newPath === "" ? "" : `${nameOf(newPath)}${line === null ? "" : `:${line}`}`;
  return thread === null ? location : location === "" ? "Reply" : `Reply in ${location}`;
}
