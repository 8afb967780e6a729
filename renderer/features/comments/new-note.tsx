import { useState } from "react";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem, type ErrorStateProps } from "../../api/describe-problem.ts";
import { useDraft } from "../../state/text-draft.ts";
import type { CompletionSource } from "../../ui/text-completion/completion-source.ts";
import { toast } from "../../ui/toast.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentText } from "./comment-text.tsx";
import { type NoteParent, useNoteWrites } from "./note-operations.ts";

interface NewNoteProps {
  readonly parent: NoteParent;
  readonly sources: readonly CompletionSource[];
}

/** A comment in the making. What is typed is kept until the service has it. */
export function NewNote({ parent, sources }: NewNoteProps) {
  const account = useAccountId();
  const draft = useDraft(`note ${JSON.stringify([account, parent])}`);
  const { add } = useNoteWrites(parent);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const added = await add(draft.text.trim());
      draft.clear();
      // Services turn a comment of one emoji into a reaction, which no list of comments has.
      if (added.name) toast.success(`Reacted with :${added.name}:`);
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <CommentForm
      label="Comment"
      send="Comment"
      text={draft.text}
      onText={draft.setText}
      onSend={() => void send()}
      onDiscard={draft.text === "" ? undefined : draft.clear}
      busy={busy}
      failure={failure}
      preview={(text) => <CommentText text={text} render={renderInWorker} />}
      completions={sources}
    />
  );
}
