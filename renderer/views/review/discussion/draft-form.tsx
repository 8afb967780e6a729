import { TextQuote } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import { type LineDraft, putLineDraft, removeLineDraft, useLineDrafts } from "../../../state/line-drafts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { replaceText } from "../../../ui/text-format/replace-text.ts";
import { toast } from "../../../ui/toast.tsx";
import reviewStyles from "../review.module.css";
import { ReviewContext } from "../review-context.ts";
import { CommentBody } from "./comment-body.tsx";
import styles from "./discussion.module.css";
import { hasSuggestion, writeSuggestion } from "./suggestion.ts";
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
  const area = useRef<HTMLTextAreaElement>(null);
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
      const box = area.current;
      if (!box) return;
      const { value } = box;
      const before = value === "" || value.endsWith("\n") ? "" : "\n\n";
      const text = before + writeSuggestion(lines, lines.length - 1);
      const begin = value.length + text.indexOf("\n", before.length) + 1;
      // The suggested lines are selected, to be written over or edited.
      const select = [begin, begin + lines.join("\n").length] as const;
      replaceText(box, { from: value.length, to: value.length, text, select });
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
        textRef={area}
        mono={hasSuggestion(draft.text)}
        preview={<CommentBody text={draft.text} position={toSentPosition(draft)} isSent={false} />}
      />
    </div>
  );
}

/** A comment of the review that is not submitted yet. */
function PendingComment({ draft, onEdit }: { readonly draft: LineDraft; readonly onEdit: () => void }) {
  const { draftKey } = useContext(ReviewContext);
  const discard = () => {
    removeLineDraft(draftKey, draft.key);
    toast.info("Discarded comment", {
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
      <CommentBody text={draft.text} position={toSentPosition(draft)} isSent={false} />
    </div>
  );
}
