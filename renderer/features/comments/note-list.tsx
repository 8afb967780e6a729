import { useMemo, useState } from "react";
import {
  createIssueNote,
  createSnippetNote,
  deleteIssueNote,
  deleteSnippetNote,
  getIssueNote,
  getSnippetNote,
  listIssueNotes,
  listSnippetNotes,
  type Note,
  updateIssueNote,
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

/** Comments on an issue or snippet, with a form for another one. */
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

/** Issue or snippet that notes are on. */
interface NoteParent {
  readonly kind: "issue" | "snippet";
  /** Full path or id of the project. */
  readonly project: string;
  /** An issue's number in its project, a snippet's id. */
  readonly number: number;
}

type NoteOrder = "asc" | "desc";

/** Reads the comments on an issue or snippet; `asc`: oldest first. */
function useNotes({ kind, project, number }: NoteParent, sort: NoteOrder) {
  const list = { id: project, sort, per_page: 100 } as const;
  const keep = { keepPrevious: true };
  const ofIssue = useOperationAll(
    listIssueNotes,
    kind === "issue" ? { ...list, issue_iid: number } : null,
    keep,
  );
  const ofSnippet = useOperationAll(
    listSnippetNotes,
    kind === "snippet" ? { ...list, snippet_id: number } : null,
    keep,
  );
  return kind === "issue" ? ofIssue : ofSnippet;
}

/** Returns the writes of comments on an issue or snippet. */
function useNoteWrites({ kind, project, number }: NoteParent) {
  const account = useAccountId();
  const writes = {
    issue: {
      add: useWrite(createIssueNote),
      change: useWrite(updateIssueNote),
      remove: useWrite(deleteIssueNote),
    },
    snippet: {
      add: useWrite(createSnippetNote),
      change: useWrite(updateSnippetNote),
      remove: useWrite(deleteSnippetNote),
    },
  };
  const issue = { id: project, issue_iid: number };
  const snippet = { id: project, snippet_id: number };
  const add = (body: string): Promise<Note> =>
    kind === "issue" ? writes.issue.add({ ...issue, body }) : writes.snippet.add({ ...snippet, body });
  const of = ({ id: note_id, body: before }: Note): CommentWrites => ({
    read: async () => {
      const note = await (kind === "issue"
        ? fetchOperation(account, getIssueNote, { ...issue, note_id })
        : fetchOperation(account, getSnippetNote, { ...snippet, note_id }));
      return note.body;
    },
    change: (body) =>
      kind === "issue"
        ? writes.issue.change({ ...issue, note_id, body })
        : writes.snippet.change({ ...snippet, note_id, body }),
    remove: () =>
      kind === "issue"
        ? writes.issue.remove({ ...issue, note_id })
        : writes.snippet.remove({ ...snippet, note_id }),
    restore: () => add(before),
  });
  return { add, of };
}
