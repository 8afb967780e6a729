import { CornerDownRight } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import {
  type Discussion,
  type DiscussionNote,
  deleteIssueDiscussionNote,
  updateIssueDiscussionNote,
} from "../../../shared/api/resources/discussions.ts";
import { deleteIssueNote, getIssueNote, updateIssueNote } from "../../../shared/api/resources/notes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { Comment, type CommentWrites } from "../../features/comments/comment.tsx";
import { NewComment } from "../../features/comments/comment-form.tsx";
import { FoldedRuns } from "../../features/comments/folded-runs.tsx";
import type { OutboxTarget } from "../../features/outbox/outbox.ts";
import { notifyQueued, useMessagesFor, usePostTo } from "../../features/outbox/use-post.ts";
import { useIssueReactions } from "../../features/reactions/use-reactions.ts";
import {
  DiscussionHead,
  isActivity,
  QueuedComment,
  type ShownKind,
  TimelineEvent,
  threadsOf,
} from "../../features/work-page/timeline.tsx";
import page from "../../features/work-page/work-page.module.css";
import { draftKeys, useDraft } from "../../state/drafts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useOnScreen } from "../../ui/panes/observe-element.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { useIssue } from "./issue-context.ts";
import type { IssueDiscussions } from "./use-issue-discussions.ts";

/** Returns the issue as a target of the outbox. */
function useTarget(): OutboxTarget {
  const { account, project, iid, issue, draftKey, threaded } = useIssue();
  return { of: "issue", draftKey, account, project, iid, title: issue.title, threaded };
}

interface IssueDiscussionProps {
  readonly discussions: IssueDiscussions;
  /** Element around the form of a new comment. */
  readonly form: RefObject<HTMLDivElement | null>;
}

/** The threads of an issue, what waits in the outbox, and a form for another comment. */
export function IssueDiscussion({ discussions, form }: IssueDiscussionProps) {
  const { account, project, iid, draftKey, sources, issue } = useIssue();
  const [shown, setShown] = useState<ShownKind>("all");
  const target = useTarget();
  const post = usePostTo(target);
  const queued = useMessagesFor(draftKey, "note");
  const threads = threadsOf(discussions.threads, shown);
  return (
    <div className={flow.stack}>
      <DiscussionHead shown={shown} onShown={setShown} />
      {discussions.pending ? (
        <Skeleton lines={5} height={48} mark={24} label="Loading the discussion" />
      ) : discussions.error && discussions.threads.length === 0 ? (
        <ErrorState {...describeProblem(discussions.error)} onRetry={discussions.refetch} />
      ) : threads.length === 0 ? (
        <p className={layout.muted}>No comments yet</p>
      ) : (
        <FoldedRuns
          entries={threads}
          keyOf={({ id }) => id}
          isFolded={(thread) => shown === "all" && isActivity(thread)}
          draw={(thread) => <Entry thread={thread} />}
        />
      )}
      {queued.map((item) => (
        <div key={item.key} className={page.box}>
          <QueuedComment text={item.body} />
        </div>
      ))}
      {issue.discussion_locked ? (
        <p className={layout.muted}>The discussion is locked: only members of the project can comment.</p>
      ) : null}
      <div ref={form}>
        <NewComment
          isQueued
          draftKey={draftKeys.issueComment(account, project, iid)}
          sources={sources}
          onSend={async (body) => {
            if ((await post({ kind: "note", body })) === "queued") notifyQueued(target);
          }}
        />
      </div>
    </div>
  );
}

function Entry({ thread }: { readonly thread: Discussion }) {
  const first = thread.notes[0];
  if (!first) return null;
  if (first.system) return <TimelineEvent note={first} />;
  return (
    <div className={page.box}>
      <Thread thread={thread} />
    </div>
  );
}

/** A thread: its comments and a form to reply. */
function Thread({ thread }: { readonly thread: Discussion }) {
  const { account, project, iid, draftKey, threaded, sources } = useIssue();
  const target = useTarget();
  const post = usePostTo(target);
  const replyKey = draftKeys.issueReply(account, project, iid, thread.id);
  const draft = useDraft(replyKey);
  const [replying, setReplying] = useState(false);
  const queued = useMessagesFor(draftKey, "reply").filter(({ discussion }) => discussion === thread.id);
  return (
    <div className={page.thread}>
      {thread.notes
        .filter(({ system }) => !system)
        .map((note) => (
          <ThreadNote key={note.id} note={note} thread={threaded ? thread.id : null} />
        ))}
      {queued.map((item) => (
        <QueuedComment key={item.key} text={item.body} />
      ))}
      {!threaded ? null : replying || draft.text !== "" ? (
        <NewComment
          isQueued
          label="Reply"
          draftKey={replyKey}
          sources={sources}
          onSend={async (body) => {
            if ((await post({ kind: "reply", discussion: thread.id, body })) === "queued")
              notifyQueued(target);
          }}
          onClose={() => setReplying(false)}
          rows={2}
          autoFocus={replying}
        />
      ) : (
        <div className={page.marks}>
          <Button size="s" icon={CornerDownRight} onClick={() => setReplying(true)}>
            Reply
          </Button>
        </div>
      )}
    </div>
  );
}

interface ThreadNoteProps {
  readonly note: DiscussionNote;
  /** Thread that the note belongs to; null where the service has no threads. */
  readonly thread: string | null;
}

/** One comment of an issue, with its reactions once it is on screen. */
function ThreadNote({ note, thread }: ThreadNoteProps) {
  const { account, project, iid, me, sources, reactable } = useIssue();
  const card = useRef<HTMLDivElement>(null);
  const write = {
    change: useWrite(updateIssueNote),
    remove: useWrite(deleteIssueNote),
    changeInThread: useWrite(updateIssueDiscussionNote),
    removeInThread: useWrite(deleteIssueDiscussionNote),
  };
  const reactions = useIssueReactions(
    { account, project, iid, note: note.id },
    me,
    useOnScreen(card) && reactable,
  );
  const target = { id: project, issue_iid: iid, note_id: note.id };
  const inThread = { ...target, discussion_id: thread ?? "" };
  const writes: CommentWrites = {
    read: async () => (await fetchOperation(account, getIssueNote, target)).body,
    change: (body) =>
      thread === null ? write.change({ ...target, body }) : write.changeInThread({ ...inThread, body }),
    remove: () => (thread === null ? write.remove(target) : write.removeInThread(inThread)),
  };
  return (
    <div ref={card}>
      <Comment
        note={note}
        draftKey={draftKeys.issueNote(account, project, iid, note.id)}
        writes={me !== undefined && note.author?.id === me.id ? writes : null}
        sources={sources}
        reactions={reactions}
      />
    </div>
  );
}
