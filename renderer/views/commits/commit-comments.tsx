import { useParams } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { useEffect, useState } from "react";
import { createCommitComment, listCommitComments } from "../../../shared/api/commits.ts";
import { describeProblem, type ProblemLooks } from "../../api/describe-problem.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { useDraft } from "../../state/text-draft.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import styles from "./commits.module.css";

interface CommitCommentsProps {
  readonly project: string;
  readonly sha: string;
  /** Whether a comment is being written; kept above, for the head moves when the changes arrive. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** What people said of a commit, and a place to say more. What is typed is kept until the service has it. */
export function CommitComments({ project, sha, open, onOpen: setOpen }: CommitCommentsProps) {
  const { account } = useParams({ strict: false }) as { account: string };
  const comments = useOperationAll(listCommitComments, { id: project, sha, per_page: 100 });
  const write = useWrite();
  const draft = useDraft(`commit-comment ${JSON.stringify([account, project, sha])}`);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ProblemLooks | null>(null);
  const hasDraft = draft.text !== "";
  useEffect(() => {
    if (hasDraft) setOpen(true);
  }, [hasDraft, setOpen]);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await write(createCommitComment, { id: project, sha, note: draft.text.trim() });
      draft.clear();
      setOpen(false);
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const list = comments.data ?? [];
  return (
    <Section
      title="Comments"
      className={styles.comments ?? ""}
      actions={
        open ? undefined : (
          <Button size="s" icon={MessageSquare} onClick={() => setOpen(true)}>
            Comment
          </Button>
        )
      }
    >
      {list.map((comment) => (
        <article
          key={`${comment.created_at} ${comment.author.id} ${comment.note.slice(0, 80)}`}
          className={styles.comment}
        >
          <Avatar name={comment.author.name} size={24} />
          <div className={styles.commentText}>
            <p className={styles.meta}>
              {comment.author.name}
              {comment.created_at ? (
                <>
                  {" "}
                  · <RelativeTime time={comment.created_at} />
                </>
              ) : null}
              {comment.path ? (
                <>
                  {" "}
                  ·{" "}
                  <code>
                    {comment.path}:{comment.line}
                  </code>
                </>
              ) : null}
            </p>
            <Markdown
              text={comment.note}
              render={renderInWorker}
              folder=""
              linkTo={(path) => path}
              imageUrl={(path) => path}
              onNavigate={() => undefined}
            />
          </div>
        </article>
      ))}
      {open ? (
        <form
          className={styles.commentForm}
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.text.trim() && !busy) void send();
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
              event.currentTarget.requestSubmit();
          }}
        >
          <TextArea
            label="Comment, in Markdown"
            rows={4}
            value={draft.text}
            onChange={draft.setText}
            autoFocus
          />
          {failure ? <ErrorState compact {...failure} /> : null}
          <div className={styles.commentActions}>
            <Button type="submit" variant="primary" loading={busy} disabled={draft.text.trim() === ""}>
              Send
            </Button>
            <Button
              onClick={() => {
                draft.clear();
                setOpen(false);
              }}
            >
              Discard
            </Button>
          </div>
        </form>
      ) : null}
    </Section>
  );
}
