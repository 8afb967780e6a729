import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import type { Discussion, Position } from "../../../../shared/api/resources/discussions.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { useFileLanguage } from "../../../features/attributes/use-file-attributes.ts";
import type { OnTask } from "../../../features/comments/comment.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import type { OutboxMessage } from "../../../features/outbox/outbox.ts";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import page from "../../../features/work-page/work-page.module.css";
import { type LineDraft, removeLineDraft, restoreLineDraft } from "../../../state/drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { splitInWorker } from "../../../workers/markdown/markdown-engine.ts";
import type { Suggestion } from "../../../workers/markdown/split-comment.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { ApplySuggestion } from "./apply-suggestion.tsx";
import { CodeExcerpt, useFileLines } from "./code-excerpt.tsx";
import styles from "./discussion.module.css";
import { mayHaveSuggestion, suggestionRows } from "./suggestion.ts";

/** A comment that was sent. */
interface SentComment {
  readonly note: number;
  /** The thread that it is in; null where the service has no threads. */
  readonly thread: string | null;
  /** Whether its thread can be resolved, and is not. */
  readonly isOpen: boolean;
}

interface CommentBodyProps
  extends Optional<{
    /** Changes a task of a comment that is drawn as one text. */
    onTask: OnTask;
    /** The comment that was sent, whose suggestions can be applied. */
    sent: SentComment;
  }> {
  readonly text: string;
  /** Lines that its suggestions are for; absent for a comment on no line, whose blocks are drawn as text. */
  readonly position: Position | null | undefined;
}

/** The text of a comment, with suggestions drawn as diffs. */
export function CommentBody({ text, position, sent, onTask }: CommentBodyProps) {
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
        place={index}
        sent={sent}
      />
    ),
  );
}

interface SuggestionCardProps extends Pick<CommentBodyProps, "sent"> {
  readonly position: Position;
  readonly suggestion: Suggestion;
  /** Its place among the parts of the comment. */
  readonly place: number;
}

/** A suggested change as a diff, with a button that commits it to the source branch. */
function SuggestionCard({ position, suggestion, place, sent }: SuggestionCardProps) {
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
    // No landmark: a page has many of a name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" className={styles.suggestion} aria-label="Suggested change">
      <div className={styles.suggestionHead}>
        <strong>Suggested change</strong>
        {sent && isOpen ? (
          <ApplySuggestion
            suggestion={{
              ...{ path, line, head, suggestion },
              key: `${sent.note} ${place}`,
              thread: sent.thread,
              resolves: sent.isOpen,
            }}
          />
        ) : null}
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
    </div>
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
    <div className={draft.thread ? undefined : page.thread}>
      <div className={page.marks}>
        <Badge tone="changed">Pending</Badge>
        <Button size="s" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
        <DiscardButton size="s" onClick={discard} />
      </div>
      <CommentBody text={draft.text} position={toSentPosition(draft)} />
    </div>
  );
}

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
