import { useMemo, useState } from "react";
import {
  createSnippetNote,
  deleteSnippetNote,
  getSnippetNote,
  listSnippetNotes,
  type Note,
  updateSnippetNote,
} from "../../../shared/api/resources/notes.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { useReferenceSources } from "../markdown/reference-sources.ts";
import styles from "./comment.module.css";
import { Comment, type CommentWrites } from "./comment.tsx";
import { NewComment } from "./comment-form.tsx";
import { FoldedRuns } from "./folded-runs.tsx";

const orders = [
  { value: "asc", label: "Oldest first" },
  { value: "desc", label: "Newest first" },
] as const;

/** Comments on a snippet, with a form for another one. */
export function NoteList({ parent }: { readonly parent: NoteParent }) {
  const [order, setOrder] = useState<NoteOrder>("asc");
  const notes = useNotes(parent, order);
  const me = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const account = useAccountId();
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
      <FoldedRuns
        entries={notes.data}
        keyOf={({ id }) => id}
        isFolded={({ system }) => system}
        draw={(note) =>
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
          )
        }
      />
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

/** Snippet that notes are on; its drafts are stored by it. */
interface NoteParent {
  readonly kind: "snippet";
  /** Full path or id of the project. */
  readonly project: string;
  /** The snippet's id. */
  readonly number: number;
}

type NoteOrder = "asc" | "desc";

/** Reads the comments on a snippet; `asc`: oldest first. */
const useNotes = ({ project, number }: NoteParent, sort: NoteOrder) =>
  useOperationAll(
    listSnippetNotes,
    { id: project, snippet_id: number, sort, per_page: 100 },
    { keepPrevious: true },
  );

/** Returns the writes of comments on a snippet. */
function useNoteWrites({ project, number }: NoteParent) {
  const account = useAccountId();
  const write = {
    add: useWrite(createSnippetNote),
    change: useWrite(updateSnippetNote),
    remove: useWrite(deleteSnippetNote),
  };
  const snippet = { id: project, snippet_id: number };
  const add = (body: string): Promise<Note> => write.add({ ...snippet, body });
  const of = ({ id: note_id, body: before }: Note): CommentWrites => ({
    read: async () => (await fetchOperation(account, getSnippetNote, { ...snippet, note_id })).body,
    change: (body) => write.change({ ...snippet, note_id, body }),
    remove: () => write.remove({ ...snippet, note_id }),
    restore: () => add(before),
  });
  return { add, of };
}
