import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Note } from "../../../shared/api/resources/notes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem, type ErrorStateProps } from "../../api/describe-problem.ts";
import { useDraft } from "../../state/text-draft.ts";
import { confirm } from "../../ui/confirm.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { CompletionSource } from "../../ui/text-completion/completion-source.ts";
import { toast } from "../../ui/toast.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { CommentCard } from "./comment-card.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentText } from "./comment-text.tsx";
import { type NoteParent, useNoteWrites } from "./note-operations.ts";

interface NoteCardProps {
  readonly parent: NoteParent;
  readonly note: Note;
  /** Whether the reader wrote it, and so may change and delete it. */
  readonly mine: boolean;
  readonly sources: readonly CompletionSource[];
}

/** One comment. What is typed while it is edited is kept until the service has it. */
export function NoteCard({ parent, note, mine, sources }: NoteCardProps) {
  const account = useAccountId();
  const draft = useDraft(`edit-note ${JSON.stringify([account, parent, note.id])}`);
  const writes = useNoteWrites(parent);
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const open = mine && (editing || draft.text !== "");
  const close = () => {
    draft.clear();
    setEditing(false);
    setFailure(null);
  };
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await writes.change(note.id, draft.text.trim());
      close();
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: "Delete this comment?",
      description: "This deletes the comment for everyone.",
      confirmLabel: "Delete",
      danger: true,
    });
    if (!sure) return;
    try {
      await writes.remove(note.id);
      const undo = () => void writes.add(note.body).catch(restoreFailed);
      toast.success("Comment deleted", { action: { label: "Undo", onSelect: undo } });
    } catch (error) {
      toast.problem("The comment was not deleted", describeProblem(error));
    }
  };
  const edited = note.updated_at && note.created_at && note.updated_at > note.created_at;
  return (
    <CommentCard
      author={note.author?.name ?? "Deleted user"}
      time={note.created_at}
      meta={edited ? <span>edited</span> : null}
      actions={
        mine && !open ? (
          <>
            <IconButton
              label="Edit comment"
              icon={Pencil}
              size="s"
              onClick={() => {
                draft.setText(note.body);
                setEditing(true);
              }}
            />
            <IconButton label="Delete comment" icon={Trash2} size="s" onClick={() => void remove()} />
          </>
        ) : null
      }
    >
      {open ? (
        <CommentForm
          label="Edit the comment"
          text={draft.text}
          onText={draft.setText}
          onSend={() => void save()}
          onDiscard={close}
          send="Save"
          busy={busy}
          failure={failure}
          preview={(body) => <CommentText text={body} render={renderInWorker} />}
          completions={sources}
          autoFocus={editing}
        />
      ) : (
        <CommentText text={note.body} render={renderInWorker} />
      )}
    </CommentCard>
  );
}

const restoreFailed = (error: unknown) =>
  toast.problem("The comment was not restored", describeProblem(error));
