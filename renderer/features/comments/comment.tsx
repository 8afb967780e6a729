import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Note } from "../../../shared/api/resources/notes.ts";
import { describeProblem, failureOf } from "../../api/describe-problem.ts";
import { addToDraft, useDraft } from "../../state/drafts.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import type { CompletionSource } from "../../ui/text-completion/use-completion.ts";
import { changeTask } from "../markdown/change-task.ts";
import { FirstReaction, NoteReactionBar } from "../reactions/reaction-bar.tsx";
import type { Reactions } from "../reactions/use-reactions.ts";
import { CommentCard } from "./comment-card.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentText } from "./comment-text.tsx";

/** Changes that the author of a comment may make. */
export interface CommentWrites {
  readonly change: (body: string) => Promise<unknown>;
  /** Returns the text that the comment has now. */
  readonly read: () => Promise<string>;
  readonly remove: () => Promise<unknown>;
  /** Creates a deleted comment again; absent where that would not restore its thread. */
  readonly restore?: () => Promise<unknown>;
}

interface CommentProps {
  readonly note: Pick<Note, "id" | "body" | "author" | "created_at" | "updated_at">;
  /** Key under which the text is stored while it is edited. */
  readonly draftKey: string;
  /** Null for everyone but the author. */
  readonly writes: CommentWrites | null;
  readonly sources: readonly CompletionSource[];
  readonly reactions?: Reactions;
  /** Draws the text; by default its Markdown. `onTask` is undefined for everyone but the author. */
  readonly body?: (onTask: OnTask | undefined) => ReactNode;
}

/** One comment, with Edit and Delete for its author. */
export function Comment({ note, draftKey, writes, sources, reactions, body }: CommentProps) {
  const draft = useDraft(draftKey);
  const [editing, setEditing] = useState(false);
  const open = writes !== null && (editing || draft.text !== "");
  const close = () => {
    draft.clear();
    setEditing(false);
  };
  const edit = () => {
    draft.setText(note.body);
    setEditing(true);
  };
  const onTask: OnTask | undefined =
    writes === null ? undefined : (line, isDone) => void toggleTask(writes, note.body, line, isDone);
  const edited = note.updated_at && note.created_at && note.updated_at > note.created_at;
  return (
    <CommentCard
      id={note.id}
      author={note.author}
      time={note.created_at}
      meta={edited ? <span>edited</span> : null}
      actions={
        open ? null : (
          <>
            {reactions ? <FirstReaction reactions={reactions} /> : null}
            {writes ? (
              <>
                <IconButton label="Edit comment" icon={Pencil} size="s" onClick={edit} />
                <IconButton
                  writes
                  label="Delete comment"
                  icon={Trash2}
                  size="s"
                  onClick={() => void remove(writes)}
                />
              </>
            ) : null}
          </>
        )
      }
    >
      {open ? (
        <CommentForm
          label="Edit comment"
          text={draft.text}
          onText={draft.setText}
          onSend={async () => {
            await writes.change(draft.text.trim());
            close();
          }}
          onDiscard={close}
          onRestore={(text) => addToDraft(draftKey, text, note.body)}
          isChanged={draft.text !== note.body}
          noun="edit"
          sendLabel="Save"
          sources={sources}
          autoFocus={editing}
        />
      ) : (
        <>
          {body ? body(onTask) : <CommentText text={note.body} onTask={onTask} />}
          {reactions ? <NoteReactionBar reactions={reactions} /> : null}
        </>
      )}
    </CommentCard>
  );
}

/** Changes a task by the line that it is on. */
export type OnTask = (line: number, isDone: boolean) => void;

async function toggleTask(writes: CommentWrites, text: string, line: number, isDone: boolean): Promise<void> {
  const changed = changeTask(text, line, isDone);
  if (changed === null) return;
  try {
    if ((await writes.read()) === text) await writes.change(changed);
    else
      toast.warning("The task was not changed", {
        description: "The comment was changed elsewhere meanwhile. Reload it, then try again.",
      });
  } catch (error) {
    toast.problem("The task was not changed", describeProblem(error));
  }
}

async function remove({ remove: send, restore }: CommentWrites): Promise<void> {
  const isDone = await confirm({
    title: "Delete this comment?",
    description: "This deletes the comment for everyone.",
    confirmLabel: "Delete",
    danger: true,
    failureTitle: "The comment was not deleted",
    attempt: () => failureOf(send()),
  });
  if (!isDone || !restore) return;
  const undo = () =>
    void restore().catch((error: unknown) =>
      toast.problem("The comment was not restored", describeProblem(error)),
    );
  toast.success("Comment deleted", { action: { label: "Undo", onSelect: undo } });
}
