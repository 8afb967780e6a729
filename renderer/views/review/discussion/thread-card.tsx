import { CircleCheck, CornerDownRight } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { type Discussion, resolveDiscussion } from "../../../../shared/api/resources/discussions.ts";
import { plainLine } from "../../../../shared/text/plain-markdown.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { NewComment } from "../../../features/comments/new-comment.tsx";
import { useTargetNote } from "../../../features/comments/use-note-target.ts";
import { putLineDraft, removeLineDraft, useLineDrafts } from "../../../state/line-drafts.ts";
import { addToDraft, draftKeys, useDraft } from "../../../state/text-draft.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import layout from "../../../ui/layout.module.css";
import { toast } from "../../../ui/toast.tsx";
import { useLostFocus } from "../../../ui/use-lost-focus.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import reviewStyles from "../review.module.css";
import styles from "./discussion.module.css";
import { NoteItem } from "./note-item.tsx";
import { PendingComment } from "./pending-comment.tsx";
import { pendingReply } from "./pending-replies.ts";
import { QueuedComment } from "./queued-comment.tsx";
import { ThreadCode } from "./thread-code.tsx";
import { notifyQueued, usePost } from "./use-post.ts";
import { useQueuedMessages } from "./use-queued-messages.ts";

interface ThreadCardProps {
  readonly thread: Discussion;
  /** Whether its line has changed since. */
  readonly outdated?: boolean;
  /** Shows the lines that it is on, where no diff does. */
  readonly showsCode?: boolean;
}

/** A thread: comments, reply form and resolved state. */
export function ThreadCard({ thread, outdated = false, showsCode = false }: ThreadCardProps) {
  const { project, iid, threaded, sources, draftKey } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite();
  const post = usePost();
  const replyKey = draftKeys.reply(account, project, iid, thread.id);
  const draft = useDraft(replyKey);
  const drafts = useLineDrafts(draftKey).filter(({ pending }) => pending);
  const pendingReplies = drafts.filter((one) => one.thread === thread.id);
  const queued = useQueuedMessages("reply").filter(({ discussion }) => discussion === thread.id);
  const [replying, setReplying] = useState(false);
  const notes = thread.notes.filter((note) => !note.system);
  const first = notes[0];
  const resolvable = notes.some((note) => note.resolvable);
  const resolved = resolvable && notes.every((note) => !note.resolvable || note.resolved);
  const [folded, setFolded] = useState(resolved);
  const target = { id: project, merge_request_iid: iid, discussion_id: thread.id };
  const send = async (body: string) => {
    const outcome = await post({ kind: "reply", discussion: thread.id, body });
    if (outcome === "queued") notifyQueued();
  };
  const resolve = useSubmit(
    async () => {
      await write(resolveDiscussion, { ...target, resolved: !resolved });
      setFolded(!resolved);
    },
    {
      onFailure: (failure) =>
        toast.problem(resolved ? "The thread was not reopened" : "The thread was not resolved", failure),
    },
  );
  const wanted = useTargetNote();
  const isFolded = folded && resolved && !notes.some(({ id }) => id === wanted);
  const card = useRef<HTMLDivElement>(null);
  const unfold = useRef<HTMLButtonElement>(null);
  useLostFocus(isFolded, () => unfold.current ?? card.current);
  if (isFolded) {
    return (
      <div className={reviewStyles.thread}>
        <button
          ref={unfold}
          type="button"
          className={styles.folded}
          aria-expanded={false}
          onClick={() => setFolded(false)}
        >
          <Badge tone="added" icon={CircleCheck}>
            Resolved
          </Badge>
          <span className={layout.ellipsis}>
            {first?.author?.name}: {plainLine(first?.body ?? "")}
          </span>
        </button>
      </div>
    );
  }
  return (
    <>
      {showsCode && first?.position ? <ThreadCode position={first.position} /> : null}
      <div ref={card} className={reviewStyles.thread} tabIndex={-1}>
        {resolved || outdated ? (
          <div className={styles.marks}>
            {resolved ? (
              <Badge tone="added" icon={CircleCheck}>
                Resolved
              </Badge>
            ) : null}
            {outdated ? <Badge title="The line has changed since">Outdated</Badge> : null}
          </div>
        ) : null}
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} thread={threaded ? thread.id : null} />
        ))}
        {pendingReplies.map((reply) => (
          <PendingComment
            key={reply.key}
            draft={reply}
            onEdit={() => {
              removeLineDraft(draftKey, reply.key);
              addToDraft(replyKey, reply.text);
              setReplying(true);
            }}
          />
        ))}
        {queued.map((item) => (
          <QueuedComment key={item.key} text={item.body} />
        ))}
        {!threaded ? null : replying || draft.text !== "" ? (
          <NewComment
            label="Reply"
            draftKey={replyKey}
            sources={sources}
            onSend={send}
            alternative={{
              label: drafts.length > 0 ? "Add to review" : "Start review",
              isMain: drafts.length > 0,
              onSend: async (text) => putLineDraft(draftKey, pendingReply(thread, text)),
            }}
            onClose={() => setReplying(false)}
            rows={2}
            autoFocus={replying}
          />
        ) : (
          <div className={styles.threadActions}>
            <Button size="s" icon={CornerDownRight} onClick={() => setReplying(true)}>
              Reply
            </Button>
            {resolvable ? (
              <Button size="s" icon={CircleCheck} loading={resolve.isPending} onClick={resolve.submit}>
                {resolved ? "Reopen" : "Resolve"}
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </>
  );
}
