import { TextQuote } from "lucide-react";
import { useContext, useState } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { type LineDraft, putLineDraft, removeLineDraft, useLineDrafts } from "../../../state/line-drafts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import reviewStyles from "../review.module.css";
import { ReviewContext } from "../review-context.ts";
import styles from "./discussion.module.css";
import { writeSuggestion } from "./suggestion.ts";
import { notifyQueued, usePost } from "./use-post.ts";

interface DraftFormProps {
  readonly draft: LineDraft;
  /** Reads the commented lines, for a suggestion; null where they are not on the new side. */
  readonly readLines: ((draft: LineDraft) => Promise<readonly string[]>) | null;
}

/** A draft of a comment on lines: sent alone, or added to the review that is submitted as a whole. */
export function DraftForm({ draft, readLines }: DraftFormProps) {
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const hasReview = useLineDrafts(draftKey).some(({ pending }) => pending);
  // A stored draft does not take the focus.
  const [begun, setBegun] = useState(draft.text === "");
  const change = (patch: Partial<LineDraft>) => putLineDraft(draftKey, { ...draft, ...patch });
  const remove = () => removeLineDraft(draftKey, draft.key);
  const send = async () => {
    const outcome = await post({ kind: "line", draft });
    remove();
    if (outcome === "queued") notifyQueued();
  };
  const suggest = async (read: NonNullable<typeof readLines>) => {
    try {
      const lines = await read(draft);
      change({ text: `${draft.text}${writeSuggestion(lines, lines.length - 1)}` });
    } catch (error) {
      toast.problem("The lines could not be read", describeProblem(error));
    }
  };
  if (draft.pending) {
    const edit = () => {
      setBegun(true);
      change({ pending: false });
    };
    return <PendingComment draft={draft} onEdit={edit} />;
  }
  return (
    <div className={reviewStyles.thread}>
      <CommentForm
        label={`Comment on line ${draft.last.newLine ?? draft.last.oldLine}`}
        text={draft.text}
        onText={(text) => change({ text })}
        onSend={async () => change({ pending: true })}
        onDiscard={remove}
        sendLabel={hasReview ? "Add to review" : "Start review"}
        alternative={{ label: "Comment now", onSend: send }}
        sources={sources}
        rows={3}
        tools={
          readLines ? (
            <Button size="s" variant="ghost" icon={TextQuote} onClick={() => void suggest(readLines)}>
              Suggest a change
            </Button>
          ) : null
        }
        autoFocus={begun}
      />
    </div>
  );
}

/** A comment of the review that is not submitted yet. */
function PendingComment({ draft, onEdit }: { readonly draft: LineDraft; readonly onEdit: () => void }) {
  const { draftKey } = useContext(ReviewContext);
  const discard = () => {
    removeLineDraft(draftKey, draft.key);
    toast.info("Discarded what you wrote", {
      action: { label: "Undo", onSelect: () => putLineDraft(draftKey, draft) },
    });
  };
  return (
    <div className={reviewStyles.thread}>
      <div className={styles.marks}>
        <Badge tone="changed">Pending</Badge>
        <Button size="s" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
        <Button size="s" variant="ghost" className={styles.apart} onClick={discard}>
          Discard
        </Button>
      </div>
      <CommentText text={draft.text} />
    </div>
  );
}
