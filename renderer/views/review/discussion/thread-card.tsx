import { ChevronRight, CircleCheck, CornerDownRight } from "lucide-react";
import { useContext, useId, useMemo, useRef, useState } from "react";
import {
  type Discussion,
  type DiscussionNote,
  deleteDiscussionNote,
  type Position,
  resolveDiscussion,
  updateDiscussionNote,
} from "../../../../shared/api/resources/discussions.ts";
import {
  deleteMergeRequestNote,
  getMergeRequestNote,
  updateMergeRequestNote,
} from "../../../../shared/api/resources/notes.ts";
import { plainLine } from "../../../../shared/text/plain-markdown.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useFileLanguage } from "../../../features/attributes/use-file-attributes.ts";
import { Comment, type CommentWrites } from "../../../features/comments/comment.tsx";
import { useTargetNote } from "../../../features/comments/comment-card.tsx";
import { NewComment } from "../../../features/comments/comment-form.tsx";
import { useReactions } from "../../../features/reactions/use-reactions.ts";
import { QueuedComment } from "../../../features/work-page/timeline.tsx";
import page from "../../../features/work-page/work-page.module.css";
import {
  addToDraft,
  draftKeys,
  putLineDraft,
  removeLineDraft,
  useDraft,
  useLineDrafts,
} from "../../../state/drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../../ui/overlays/use-focus-return.ts";
import { useOnScreen } from "../../../ui/panes/observe-element.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { CodeExcerpt, useFileLines } from "./code-excerpt.tsx";
import { CommentBody, PendingComment, pendingReply } from "./comment-body.tsx";
import styles from "./discussion.module.css";
import { ResolveWithCommit } from "./resolve-with-commit.tsx";
import type { SuggestedLine } from "./suggestion.ts";
import { notifyQueued, usePost, useQueuedMessages } from "./use-post.ts";

interface ThreadCardProps {
  readonly thread: Discussion;
  /** Shows the lines that it is on, where no diff does. */
  readonly showsCode?: boolean;
  /** Whether it is open at first though it is resolved. */
  readonly isOpen?: boolean;
}

/** A thread: comments, reply form and resolved state. */
export function ThreadCard({ thread, showsCode = false, isOpen = false }: ThreadCardProps) {
  const { project, iid, threaded, sources, draftKey } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite(resolveDiscussion);
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
  const [folded, setFolded] = useState(resolved && !isOpen);
  const target = { id: project, merge_request_iid: iid, discussion_id: thread.id };
  // A service reopens a resolved thread with a reply.
  const [keepsResolved, setKeepsResolved] = useState(true);
  const staysResolved = resolved && keepsResolved;
  const sendReply = async (body: string, isResolved: boolean) => {
    const outcome = await post({ kind: "reply", discussion: thread.id, body, keepsResolved: isResolved });
    if (outcome === "queued") notifyQueued();
  };
  const send = (body: string) => sendReply(body, staysResolved);
  const resolve = useSubmit(
    async () => {
      await write({ ...target, resolved: !resolved });
      setFolded(!resolved);
    },
    {
      onFailure: (failure) =>
        toast.problem(resolved ? "The thread was not reopened" : "The thread was not resolved", failure),
    },
  );
  const resolveWith = useSubmit(
    async (words: string) => {
      await sendReply(words, true);
      setFolded(true);
    },
    { onFailure: (failure) => toast.problem("The thread was not resolved", failure) },
  );
  const wanted = useTargetNote();
  const isFolded = folded && resolved && !notes.some(({ id }) => id === wanted);
  const card = useRef<HTMLDivElement>(null);
  const unfold = useRef<HTMLButtonElement>(null);
  useLostFocus(isFolded, () => unfold.current ?? card.current);
  if (isFolded) {
    return (
      <div className={page.thread}>
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
      <div ref={card} className={page.thread} tabIndex={-1}>
        {resolved ? (
          <div className={page.marks}>
            <Badge tone="added" icon={CircleCheck}>
              Resolved
            </Badge>
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
            isQueued
            label="Reply"
            draftKey={replyKey}
            sources={sources}
            onSend={send}
            alternative={{
              label: drafts.length > 0 ? "Add to review" : "Start review",
              isMain: drafts.length > 0,
              onSend: async (text) => putLineDraft(draftKey, pendingReply(thread, text, staysResolved)),
            }}
            onClose={() => setReplying(false)}
            rows={2}
            autoFocus={replying}
          >
            {resolved ? (
              <Checkbox label="Keep resolved" checked={keepsResolved} onChange={setKeepsResolved} />
            ) : null}
          </NewComment>
        ) : (
          <div className={page.marks}>
            <Button size="s" icon={CornerDownRight} onClick={() => setReplying(true)}>
              Reply
            </Button>
            {resolvable ? (
              <Button size="s" icon={CircleCheck} writes loading={resolve.isPending} onClick={resolve.submit}>
                {resolved ? "Reopen" : "Resolve"}
              </Button>
            ) : null}
            {resolvable && !resolved ? (
              <ResolveWithCommit since={first?.created_at ?? ""} onResolve={resolveWith.submit} />
            ) : null}
          </div>
        )}
      </div>
    </>
  );
}

/** A thread whose line has changed since, as one line: it opens with the lines that it was written on. */
export function OutdatedThread({ thread }: { readonly thread: Discussion }) {
  const wanted = useTargetNote();
  const [open, setOpen] = useState(thread.notes.some(({ id }) => id === wanted));
  const id = useId();
  const notes = thread.notes.filter((note) => !note.system);
  const first = notes[0];
  const resolved =
    notes.some((note) => note.resolvable) && notes.every((note) => !note.resolvable || note.resolved);
  return (
    <>
      <button
        type="button"
        className={cx(styles.outdated, open && styles.open)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={ChevronRight} size={14} />
        <Badge title="The line has changed since">Outdated</Badge>
        {resolved ? (
          <Badge tone="added" icon={CircleCheck}>
            Resolved
          </Badge>
        ) : null}
        <span className={cx(flow.growText, layout.ellipsis)}>
          {first?.author?.name ?? "Deleted user"}: {plainLine(first?.body ?? "")}
        </span>
        {notes.length > 1 ? <span className={layout.small}>{notes.length} comments</span> : null}
      </button>
      {open ? (
        <div id={id} className={styles.opened}>
          <ThreadCard thread={thread} showsCode isOpen />
        </div>
      ) : null}
    </>
  );
}

/** The lines that a thread is on, read once they are on screen. */
function ThreadCode({ position }: { readonly position: Position }) {
  const { project } = useContext(ReviewContext);
  const box = useRef<HTMLDivElement>(null);
  const seen = useOnScreen(box);
  const side = threadSide(position);
  const lines = useFileLines(seen && side ? { project, ...side } : null);
  const language = useFileLanguage(project, side?.sha, lines && side ? side.path : "");
  const shown = lines && side ? threadLines(lines, position) : [];
  if (!side || lines === null || (lines && shown.length === 0)) return null;
  return (
    <div ref={box} className={styles.threadCode}>
      {lines ? (
        <CodeExcerpt label={`Code of ${side.path}`} path={side.path} language={language} lines={shown} />
      ) : (
        <Skeleton lines={4} height={20} label="Loading the lines" />
      )}
    </div>
  );
}

interface NoteItemProps {
  readonly note: DiscussionNote;
  /** Thread that the note belongs to; null where the service has no threads. */
  readonly thread: string | null;
}

/** One comment of a merge request, with its reactions once it is on screen. */
function NoteItem({ note, thread }: NoteItemProps) {
  const { project, iid, me, sources, reactable } = useContext(ReviewContext);
  const card = useRef<HTMLDivElement>(null);
  const account = useAccountId();
  const updateNote = useWrite(updateMergeRequestNote);
  const deleteNote = useWrite(deleteMergeRequestNote);
  const updateInThread = useWrite(updateDiscussionNote);
  const deleteInThread = useWrite(deleteDiscussionNote);
  const reactions = useReactions(
    { account, project, iid, note: note.id },
    me,
    useOnScreen(card) && reactable && !note.system,
  );
  const writes = useMemo((): CommentWrites => {
    const target = { id: project, merge_request_iid: iid, note_id: note.id };
    const inThread = { ...target, discussion_id: thread ?? "" };
    const read = async () => (await fetchOperation(account, getMergeRequestNote, target)).body;
    return thread === null
      ? {
          read,
          change: (body) => updateNote({ ...target, body }),
          remove: () => deleteNote(target),
        }
      : {
          read,
          change: (body) => updateInThread({ ...inThread, body }),
          remove: () => deleteInThread(inThread),
        };
  }, [updateNote, deleteNote, updateInThread, deleteInThread, account, project, iid, thread, note.id]);
  const mine = me !== undefined && note.author?.id === me.id && !note.system;
  return (
    <div ref={card}>
      <Comment
        note={note}
        draftKey={`edit-note ${JSON.stringify([account, project, iid, note.id])}`}
        writes={mine ? writes : null}
        sources={sources}
        reactions={reactions}
        body={(onTask) => (
          <CommentBody
            text={note.body}
            position={note.position}
            onTask={onTask}
            sent={{ note: note.id, thread, isOpen: note.resolvable && !note.resolved }}
          />
        )}
      />
    </div>
  );
}

/** Lines shown above the ones that were commented. */
const linesAbove = 3;
/** Commented lines that are shown; of a longer range its end. */
const maxLines = 12;

/** The file and side whose lines a thread is on; null for a thread on no line. */
export function threadSide(position: Position): { readonly sha: string; readonly path: string } | null {
  const path = position.new_line ? position.new_path : position.old_path;
  if (!path || !(position.new_line ?? position.old_line)) return null;
  return { sha: position.new_line ? position.head_sha : position.base_sha, path };
}

/** Returns the commented lines of a file with those above them, as a diff draws them. */
export function threadLines(all: readonly string[], position: Position): SuggestedLine[] {
  const isNew = Boolean(position.new_line);
  const last = position.new_line ?? position.old_line ?? 0;
  const start = position.line_range?.start;
  const first = (isNew ? start?.new_line : start?.old_line) ?? last;
  const from = Math.max(1, last - maxLines + 1, Math.min(first, last) - linesAbove);
  // A line on both sides is context; the lines above may be of either kind.
  const kind = position.new_line && position.old_line ? "context" : isNew ? "added" : "removed";
  return all.slice(from - 1, last).map((text, i) => {
    const line = from + i;
    return {
      kind: line < first ? "context" : kind,
      oldLine: isNew ? null : line,
      newLine: isNew ? line : null,
      text: text.replace(/\r$/, ""),
    };
  });
}
