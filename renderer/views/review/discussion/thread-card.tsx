import { CircleCheck, CornerDownRight } from "lucide-react";
import { useContext, useState } from "react";
import { type Discussion, resolveDiscussion } from "../../../../shared/api/resources/discussions.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { draftKeys, useDraft } from "../../../state/text-draft.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import styles from "../review.module.css";
import { ReviewContext } from "../review-context.ts";
import { NoteItem } from "./note-item.tsx";
import { QueuedComment } from "./queued-comment.tsx";
import { readSuggestion } from "./suggestion.ts";
import { SuggestionCard } from "./suggestion-card.tsx";
import { notifyQueued, usePost } from "./use-post.ts";
import { useQueuedMessages } from "./use-queued-messages.ts";

interface ThreadCardProps {
  readonly thread: Discussion;
  /** Its line was changed since. */
  readonly outdated?: boolean;
}

/** A conversation: its comments, an answer in the making, and whether it is settled. */
export function ThreadCard({ thread, outdated = false }: ThreadCardProps) {
  const { project, iid, threaded, sources } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite();
  const post = usePost();
  const draft = useDraft(draftKeys.reply(account, project, thread.id));
  const waiting = useQueuedMessages("reply").filter(({ discussion }) => discussion === thread.id);
  const [answering, setAnswering] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const notes = thread.notes.filter((note) => !note.system);
  const first = notes[0];
  const resolvable = notes.some((note) => note.resolvable);
  const resolved = resolvable && notes.every((note) => !note.resolvable || note.resolved);
  const [folded, setFolded] = useState(resolved);
  const place = { id: project, merge_request_iid: iid, discussion_id: thread.id };
  const suggestion = first ? readSuggestion(first.body) : null;
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const outcome = await post({ kind: "reply", discussion: thread.id, body: draft.text });
      if (outcome === "waits") notifyQueued();
      draft.clear();
      setAnswering(false);
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const resolve = async () => {
    setBusy(true);
    try {
      await write(resolveDiscussion, { ...place, resolved: !resolved });
      setFolded(!resolved);
    } catch (error) {
      toast.problem(
        resolved ? "The thread is still resolved" : "The thread is still open",
        describeProblem(error),
      );
    } finally {
      setBusy(false);
    }
  };
  if (folded && resolved) {
    return (
      <div className={styles.thread}>
        <button
          type="button"
          className={styles.folded}
          aria-expanded={false}
          onClick={() => setFolded(false)}
        >
          <Badge tone="added" icon={CircleCheck}>
            resolved
          </Badge>
          <span className={styles.ellipsis}>
            {first?.author?.name}: {first?.body.slice(0, 200)}
          </span>
        </button>
      </div>
    );
  }
  return (
    <div className={styles.thread}>
      {resolved || outdated ? (
        <div className={styles.marks}>
          {resolved ? (
            <Badge tone="added" icon={CircleCheck}>
              resolved
            </Badge>
          ) : null}
          {outdated ? <Badge title="The line was changed since">on an older version</Badge> : null}
        </div>
      ) : null}
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} thread={threaded ? thread.id : null} />
      ))}
      {waiting.map((item) => (
        <QueuedComment key={item.key} text={item.body} />
      ))}
      {suggestion && first ? <SuggestionCard note={first} suggestion={suggestion} /> : null}
      {!threaded ? null : answering || draft.text !== "" ? (
        <CommentForm
          label="Answer"
          text={draft.text}
          onText={draft.setText}
          onSend={() => void send()}
          onDiscard={() => {
            draft.clear();
            setAnswering(false);
          }}
          busy={busy}
          failure={failure}
          preview={(text) => <CommentText text={text} render={renderInWorker} />}
          completions={sources}
          rows={2}
          autoFocus={answering}
        />
      ) : (
        <div className={styles.threadActions}>
          <Button size="s" icon={CornerDownRight} onClick={() => setAnswering(true)}>
            Answer
          </Button>
          {resolvable ? (
            <Button size="s" icon={CircleCheck} loading={busy} onClick={() => void resolve()}>
              {resolved ? "Reopen" : "Resolve"}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
