import { TextQuote } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import {
  type LineDraft,
  putLineDraft,
  removeLineDraft,
  restoreLineDraft,
  useLineDrafts,
} from "../../../state/line-drafts.ts";
import { Button } from "../../../ui/button.tsx";
import { replaceText } from "../../../ui/text-format/replace-text.ts";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import reviewStyles from "../review.module.css";
import { CommentBody } from "./comment-body.tsx";
import { PendingComment } from "./pending-comment.tsx";
import { mayHaveSuggestion, writeSuggestion } from "./suggestion.ts";
import { notifyQueued, usePost } from "./use-post.ts";

interface DraftFormProps {
  readonly draft: LineDraft;
  /** Called when the form has closed, to move the focus. */
  readonly onLeave: () => void;
  /** Reads the commented lines, for a suggestion; null where they are not on the new side. */
  readonly readLines: ((draft: LineDraft) => Promise<readonly string[]>) | null;
}

/** A draft of a comment on lines: sent alone, or added to the review that is submitted as a whole. */
export function DraftForm({ draft, onLeave, readLines }: DraftFormProps) {
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const hasReview = useLineDrafts(draftKey).some(({ pending }) => pending);
  // A stored draft does not take the focus.
  const [begun, setBegun] = useState(draft.text === "");
  const area = useRef<HTMLTextAreaElement>(null);
  const change = (patch: Partial<LineDraft>) => putLineDraft(draftKey, { ...draft, ...patch });
  const remove = () => {
    removeLineDraft(draftKey, draft.key);
    onLeave();
  };
  const send = async () => {
    const outcome = await post({ kind: "line", draft });
    remove();
    if (outcome === "queued") notifyQueued();
  };
  const suggest = async (read: NonNullable<typeof readLines>) => {
    // What is typed while the lines are read goes to the comment, not to the button.
    area.current?.focus();
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
      toast.problem("The lines could not be loaded", describeProblem(error));
    }
  };
  if (draft.pending) {
    const edit = () => {
      setBegun(true);
      change({ pending: false });
    };
    return <PendingComment draft={draft} onEdit={edit} onLeave={onLeave} />;
  }
  return (
    <div className={reviewStyles.thread}>
      <CommentForm
        label={`Comment on line ${draft.last.newLine ?? draft.last.oldLine}`}
        text={draft.text}
        onText={(text) => change({ text })}
        onSend={async () => {
          change({ pending: true });
          onLeave();
        }}
        onDiscard={remove}
        onRestore={() => restoreLineDraft(draftKey, draft)}
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
        mono={mayHaveSuggestion(draft.text)}
        preview={<CommentBody text={draft.text} position={toSentPosition(draft)} isSent={false} />}
      />
    </div>
  );
}
