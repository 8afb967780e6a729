import { addToDraft, useDraft } from "../../state/text-draft.ts";
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
  /** A second way to send the text, such as into a review; the first one where `isMain` is set. */
  readonly alternative?: {
    readonly label: string;
    readonly isMain: boolean;
    readonly onSend: (text: string) => Promise<unknown>;
  };
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
  alternative,
  ...form
}: NewCommentProps) {
  const draft = useDraft(draftKey);
  const discard = () => {
    draft.clear();
    onClose?.();
  };
  const sendBy = (send: (text: string) => Promise<unknown>) => async () => {
    await send(draft.text.trim());
    discard();
  };
  const own = { label, onSend: sendBy(onSend) };
  const other = alternative && { label: alternative.label, onSend: sendBy(alternative.onSend) };
  const [main, second] =
    other && alternative.isMain ? [other, { ...own, label: `${label} now` }] : [own, other];
  return (
    <CommentForm
      label={label}
      sendLabel={main.label}
      {...(second ? { alternative: second } : {})}
      noun={label.toLowerCase()}
      text={draft.text}
      onText={draft.setText}
      onSend={main.onSend}
      onDiscard={onClose || draft.text !== "" ? discard : undefined}
      onRestore={(text) => addToDraft(draftKey, text)}
      sources={sources}
      {...form}
    />
  );
}
