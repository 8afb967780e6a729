import { useDraft } from "../../state/text-draft.ts";
import type { CompletionSource } from "../../ui/text-completion/completion-source.ts";
import { CommentForm } from "./comment-form.tsx";

interface NewCommentProps {
  readonly label?: string;
  /** Key under which the text is stored until it was sent. */
  readonly draftKey: string;
  readonly sources: readonly CompletionSource[];
  readonly onSend: (text: string) => Promise<unknown>;
  /** Called once the text was sent or discarded; absent for a form that stays. */
  readonly onClose?: () => void;
  readonly rows?: number;
  readonly autoFocus?: boolean;
}

/** A form for a new comment, whose text is a draft on disk. */
export function NewComment({
  label = "Comment",
  draftKey,
  sources,
  onSend,
  onClose,
  ...form
}: NewCommentProps) {
  const draft = useDraft(draftKey);
  const discard = () => {
    draft.clear();
    onClose?.();
  };
  return (
    <CommentForm
      label={label}
      sendLabel={label}
      noun={label.toLowerCase()}
      text={draft.text}
      onText={draft.setText}
      onSend={async () => {
        await onSend(draft.text.trim());
        discard();
      }}
      onDiscard={onClose || draft.text !== "" ? discard : undefined}
      sources={sources}
      {...form}
    />
  );
}
