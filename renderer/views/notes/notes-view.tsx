import { useParams } from "@tanstack/react-router";
import { CircleDot, MessageSquare, Pencil, SquareCode, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { createIssueNote, createSnippetNote, type Note } from "../../../shared/api/notes.ts";
import { getCurrentUser } from "../../../shared/api/users.ts";
import { describeProblem, type ProblemLooks } from "../../api/describe-problem.ts";
import { useReferenceSources } from "../../api/reference-sources.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { useDraft } from "../../state/text-draft.ts";
import { CommentCard } from "../../ui/comment/comment-card.tsx";
import { CommentForm } from "../../ui/comment/comment-form.tsx";
import { CommentText } from "../../ui/comment/comment-text.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { type NoteParent, noteOperations, useNotes } from "./note-operations.ts";
import styles from "./notes.module.css";

/** What was said of an issue or a snippet, oldest first. The interface tells no more of an issue than its comments. */
export function NotesView() {
  const { account = "", project = "", iid, snippet } = useParams({ strict: false }) as Record<string, string>;
  const parent: NoteParent = iid
    ? { kind: "issue", project, number: Number(iid) }
    : { kind: "snippet", project, number: Number(snippet) };
  const notes = useNotes(parent);
  const me = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const sources = useReferenceSources(project, useSpeakers(notes.data));
  const write = useWrite();
  const draft = useDraft(`note ${JSON.stringify([account, parent])}`);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ProblemLooks | null>(null);
  const name = parent.kind === "issue" ? `Issue #${parent.number}` : `Snippet $${parent.number}`;
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const body = draft.text.trim();
      await (parent.kind === "issue"
        ? write(createIssueNote, { id: project, issue_iid: parent.number, body })
        : write(createSnippetNote, { id: project, snippet_id: parent.number, body }));
      draft.clear();
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.page} aria-label={name} {...focusable}>
      <PageHeader title={name} icon={parent.kind === "issue" ? CircleDot : SquareCode} meta={project} />
      <div className={styles.notes}>
        {notes.isPending ? (
          <Skeleton lines={6} height={40} label="Loading comments" />
        ) : !notes.data ? (
          <ErrorState {...describeProblem(notes.error)} onRetry={() => void notes.refetch()} />
        ) : (
          <>
            {notes.data.length === 0 ? (
              <EmptyState icon={MessageSquare} title="Nothing was said yet" description="Begin below." />
            ) : null}
            {notes.data.map((note) => (
              <NoteCard
                key={note.id}
                parent={parent}
                note={note}
                mine={note.author?.id === me?.id && !note.system}
              />
            ))}
            <CommentForm
              label="Comment"
              text={draft.text}
              onText={draft.setText}
              onSend={() => void send()}
              onDiscard={draft.text === "" ? undefined : draft.clear}
              busy={busy}
              failure={failure}
              preview={(text) => <CommentText text={text} render={renderInWorker} />}
              completions={sources}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** Who said something here. */
function useSpeakers(notes: readonly Note[] | undefined) {
  return useMemo(() => {
    const authors = (notes ?? []).flatMap(({ author }) => author ?? []);
    return [...new Map(authors.map((author) => [author.username, author])).values()];
  }, [notes]);
}

const focusable = { tabIndex: 0 };

interface NoteCardProps {
  readonly parent: NoteParent;
  readonly note: Note;
  readonly mine: boolean;
}

function NoteCard({ parent, note, mine }: NoteCardProps) {
  const sources = useReferenceSources(parent.project);
  const write = useWrite();
  const [text, setText] = useState<string | null>(null);
  const [failure, setFailure] = useState<ProblemLooks | null>(null);
  const { change, remove } = noteOperations(parent, note.id);
  const save = async (body: string) => {
    try {
      await change(write, body);
      setText(null);
    } catch (error) {
      setFailure(describeProblem(error));
    }
  };
  const erase = async () => {
    const sure = await confirm({
      title: "Delete this comment?",
      description: "Its words are gone for everybody.",
      confirmLabel: "Delete",
      danger: true,
    });
    if (!sure) return;
    await remove(write).catch((error: unknown) =>
      toast.problem("The comment was not deleted", describeProblem(error)),
    );
  };
  return (
    <CommentCard
      author={note.author?.name ?? "Somebody"}
      time={note.created_at}
      actions={
        mine && text === null ? (
          <>
            <IconButton label="Edit comment" icon={Pencil} size="s" onClick={() => setText(note.body)} />
            <IconButton label="Delete comment" icon={Trash2} size="s" onClick={() => void erase()} />
          </>
        ) : null
      }
    >
      {text === null ? (
        <CommentText text={note.body} render={renderInWorker} />
      ) : (
        <CommentForm
          label="Edit the comment"
          text={text}
          onText={setText}
          onSend={() => void save(text.trim())}
          onDiscard={() => setText(null)}
          send="Save"
          failure={failure}
          preview={(body) => <CommentText text={body} render={renderInWorker} />}
          completions={sources}
        />
      )}
    </CommentCard>
  );
}
