import { useContext, useMemo, useRef } from "react";
import {
  type DiscussionNote,
  deleteDiscussionNote,
  updateDiscussionNote,
} from "../../../../shared/api/resources/discussions.ts";
import { deleteMergeRequestNote, updateMergeRequestNote } from "../../../../shared/api/resources/notes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Comment, type CommentWrites } from "../../../features/comments/comment.tsx";
import { useReactions } from "../../../features/reactions/use-reactions.ts";
import { useOnScreen } from "../../../ui/use-on-screen.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { CommentBody } from "./comment-body.tsx";

interface NoteItemProps {
  readonly note: DiscussionNote;
  /** Thread that the note belongs to; null where the service has no threads. */
  readonly thread: string | null;
}

/** One comment of a merge request, with its reactions once it is on screen. */
export function NoteItem({ note, thread }: NoteItemProps) {
  const { project, iid, me, sources, reactable } = useContext(ReviewContext);
  const card = useRef<HTMLDivElement>(null);
  const account = useAccountId();
  const write = useWrite();
  const reactions = useReactions(
    { account, project, iid, note: note.id },
    me,
    useOnScreen(card) && reactable && !note.system,
  );
  const writes = useMemo((): CommentWrites => {
    const target = { id: project, merge_request_iid: iid, note_id: note.id };
    const inThread = { ...target, discussion_id: thread ?? "" };
    return thread === null
      ? {
          change: (body) => write(updateMergeRequestNote, { ...target, body }),
          remove: () => write(deleteMergeRequestNote, target),
        }
      : {
          change: (body) => write(updateDiscussionNote, { ...inThread, body }),
          remove: () => write(deleteDiscussionNote, inThread),
        };
  }, [write, project, iid, thread, note.id]);
  const mine = me !== undefined && note.author?.id === me.id && !note.system;
  return (
    <div ref={card}>
      <Comment
        note={note}
        draftKey={`edit-note ${JSON.stringify([account, project, iid, note.id])}`}
        writes={mine ? writes : null}
        sources={sources}
        reactions={reactions}
        body={(onTask) => <CommentBody text={note.body} position={note.position} onTask={onTask} />}
      />
    </div>
  );
}
