import { useMemo, useState } from "react";
import type { Note } from "../../../shared/api/resources/notes.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOptionalAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { useReferenceSources } from "../references/reference-sources.ts";
import { Comment } from "./comment.tsx";
import { NewComment } from "./new-comment.tsx";
import { type NoteOrder, type NoteParent, useNotes, useNoteWrites } from "./note-operations.ts";
import styles from "./notes.module.css";

const orders = [
  { value: "asc", label: "Oldest first" },
  { value: "desc", label: "Newest first" },
] as const;

/** Comments on an issue or snippet, with a form for another one. */
export function NoteList({ parent }: { readonly parent: NoteParent }) {
  const [order, setOrder] = useState<NoteOrder>("asc");
  const notes = useNotes(parent, order);
  const me = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const account = useOptionalAccountId();
  const writes = useNoteWrites(parent);
  const sources = useReferenceSources(parent.project, useAuthors(notes.data));
  if (notes.isPending) return <Skeleton lines={4} height={40} label="Loading comments" />;
  if (!notes.data) {
    return <ErrorState {...describeProblem(notes.error)} onRetry={() => void notes.refetch()} />;
  }
  const count = notes.data.filter(({ system }) => !system).length;
  const add = async (text: string) => {
    const added = await writes.add(text);
    // Services turn a comment of one emoji into a reaction, which is not in the list.
    if (added.name) toast.success(`Reacted with :${added.name}:`);
  };
  const form = (
    <NewComment draftKey={`note ${JSON.stringify([account, parent])}`} sources={sources} onSend={add} />
  );
  return (
    <section className={styles.notes} aria-label="Comments">
      <div className={styles.head}>
        <h2>{count === 0 ? "No comments yet" : count === 1 ? "1 comment" : `${count} comments`}</h2>
        {notes.data.length > 1 ? (
          <SegmentedControl label="Order of comments" value={order} onChange={setOrder} options={orders} />
        ) : null}
      </div>
      {order === "desc" ? form : null}
      {notes.data.map((note) =>
        note.system ? (
          <p key={note.id} className={styles.system}>
            {note.author?.name ?? "The service"} {note.body}
          </p>
        ) : (
          <Comment
            key={note.id}
            note={note}
            draftKey={`edit-note ${JSON.stringify([account, parent, note.id])}`}
            writes={me !== undefined && note.author?.id === me.id ? writes.of(note) : null}
            sources={sources}
          />
        ),
      )}
      {order === "asc" ? form : null}
    </section>
  );
}

/** Returns the people who commented, each once. */
function useAuthors(notes: readonly Note[] | undefined) {
  return useMemo(() => {
    const authors = (notes ?? []).flatMap(({ author }) => author ?? []);
    return [...new Map(authors.map((author) => [author.username, author])).values()];
  }, [notes]);
}
