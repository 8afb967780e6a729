import { Pencil, Trash2 } from "lucide-react";
import { useContext, useRef, useState } from "react";
import {
  type DiscussionNote,
  deleteDiscussionNote,
  updateDiscussionNote,
} from "../../../../shared/api/resources/discussions.ts";
import { deleteMergeRequestNote, updateMergeRequestNote } from "../../../../shared/api/resources/notes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CommentCard } from "../../../features/comments/comment-card.tsx";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { useReactions } from "../../../features/reactions/use-reactions.ts";
import { useDraft } from "../../../state/text-draft.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useOnScreen } from "../../../ui/use-on-screen.ts";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import { ReviewContext } from "../review-context.ts";
import { FirstReaction, NoteReactionBar } from "./note-reactions.tsx";

interface NoteItemProps {
  readonly note: DiscussionNote;
  /** Thread that the note belongs to; null where the service has no threads. */
  readonly thread: string | null;
}

/** One comment, which its author may change and delete. */
export function NoteItem({ note, thread }: NoteItemProps) {
  const { project, iid, me, sources, reactable } = useContext(ReviewContext);
  const card = useRef<HTMLDivElement>(null);
  const account = useAccountId();
  const reactions = useReactions(
    { account, project, iid, note: note.id },
    me,
    useOnScreen(card) && reactable && !note.system,
  );
  const write = useWrite();
  const draft = useDraft(`edit-note ${JSON.stringify([account, project, note.id])}`);
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const place = { id: project, merge_request_iid: iid, note_id: note.id };
  const open = editing || draft.text !== "";
  const close = () => {
    draft.clear();
    setEditing(false);
    setFailure(null);
  };
  const save = async () => {
    setBusy(true);
    try {
      const body = draft.text.trim();
      if (thread) await write(updateDiscussionNote, { ...place, discussion_id: thread, body });
      else await write(updateMergeRequestNote, { ...place, body });
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
      description: "Its words are gone for everybody.",
      confirmLabel: "Delete",
      danger: true,
    });
    if (!sure) return;
    try {
      if (thread) await write(deleteDiscussionNote, { ...place, discussion_id: thread });
      else await write(deleteMergeRequestNote, place);
    } catch (error) {
      toast.problem("The comment was not deleted", describeProblem(error));
    }
  };
  const mine = me !== undefined && note.author?.id === me.id && !note.system;
  const changed = note.updated_at && note.created_at && note.updated_at > note.created_at;
  return (
    <div ref={card}>
      <CommentCard
        author={note.author?.name ?? "Somebody"}
        time={note.created_at}
        meta={changed ? <span>changed</span> : null}
        actions={
          open ? null : (
            <>
              <FirstReaction reactions={reactions} />
              {mine ? (
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
              ) : null}
            </>
          )
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
            preview={(text) => <CommentText text={text} render={renderInWorker} />}
            completions={sources}
            autoFocus={editing}
          />
        ) : (
          <>
            <CommentText text={note.body} render={renderInWorker} />
            <NoteReactionBar reactions={reactions} />
          </>
        )}
      </CommentCard>
    </div>
  );
}
