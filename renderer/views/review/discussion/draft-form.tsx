import { TextQuote } from "lucide-react";
import { useContext, useState } from "react";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { type LineDraft, putLineDraft, removeLineDraft } from "../../../state/line-drafts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import styles from "../review.module.css";
import { ReviewContext } from "../review-context.ts";
import { writeSuggestion } from "./suggestion.ts";
import { notifyQueued, usePost } from "./use-post.ts";

interface DraftFormProps {
  readonly draft: LineDraft;
  /** Reads the lines that the draft is on, for a suggestion; null where they are none of the new side's. */
  readonly readLines: ((draft: LineDraft) => Promise<readonly string[]>) | null;
}

/** A comment on lines while it is written: sent alone, or kept for the review that is sent together. */
export function DraftForm({ draft, readLines }: DraftFormProps) {
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  // What was written before waits; only what was just begun takes the keyboard.
  const [begun, setBegun] = useState(draft.text === "");
  const change = (patch: Partial<LineDraft>) => putLineDraft(draftKey, { ...draft, ...patch });
  const line = draft.last.newLine ?? draft.last.oldLine;
  const discard = () => {
    removeLineDraft(draftKey, draft.key);
    toast.info("Discarded what you wrote", {
      action: { label: "Undo", onSelect: () => putLineDraft(draftKey, draft) },
    });
  };
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const outcome = await post({ kind: "line", draft });
      removeLineDraft(draftKey, draft.key);
      if (outcome === "waits") notifyQueued();
    } catch (error) {
      setFailure(describeProblem(error));
      setBusy(false);
    }
  };
  if (draft.pending) {
    return (
      <div className={styles.thread}>
        <div className={styles.marks}>
          <Badge tone="changed">in your review, not sent</Badge>
          <Button
            size="s"
            variant="ghost"
            onClick={() => {
              setBegun(true);
              change({ pending: false });
            }}
          >
            Edit
          </Button>
          <Button size="s" variant="ghost" className={styles.apart} onClick={discard}>
            Discard
          </Button>
        </div>
        <CommentText text={draft.text} render={renderInWorker} />
      </div>
    );
  }
  return (
    <div className={styles.thread}>
      <CommentForm
        label={`Comment on line ${line}`}
        text={draft.text}
        onText={(text) => change({ text })}
        onSend={() => change({ pending: true })}
        onDiscard={() => removeLineDraft(draftKey, draft.key)}
        send="Add to review"
        busy={busy}
        failure={failure}
        preview={(text) => <CommentText text={text} render={renderInWorker} />}
        completions={sources}
        rows={3}
        tools={
          readLines ? (
            <Button
              size="s"
              variant="ghost"
              icon={TextQuote}
              onClick={() =>
                void readLines(draft).then(
                  (lines) => change({ text: `${draft.text}${writeSuggestion(lines, lines.length - 1)}` }),
                  (error: unknown) => setFailure(describeProblem(error)),
                )
              }
            >
              Suggest a change
            </Button>
          ) : null
        }
        actions={
          <Button disabled={draft.text.trim() === "" || busy} onClick={() => void send()}>
            Send now
          </Button>
        }
        autoFocus={begun}
      />
    </div>
  );
}
