import { useParams } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { useEffect, useState } from "react";
import { createCommitComment, listCommitComments } from "../../../../shared/api/resources/commits.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CommentCard } from "../../../features/comments/comment-card.tsx";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { useReferenceSources } from "../../../features/references/reference-sources.ts";
import { useDraft } from "../../../state/text-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/section.tsx";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import styles from "../commits.module.css";

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
  const sources = useReferenceSources(project);
  const write = useWrite();
  const draft = useDraft(`commit-comment ${JSON.stringify([account, project, sha])}`);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
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
        <CommentCard
          key={`${comment.created_at} ${comment.author?.id} ${comment.note.slice(0, 80)}`}
          author={comment.author?.name ?? "Somebody"}
          time={comment.created_at}
          meta={
            comment.path ? (
              <code>
                {comment.path}:{comment.line}
              </code>
            ) : null
          }
        >
          <CommentText text={comment.note} render={renderInWorker} />
        </CommentCard>
      ))}
      {open ? (
        <CommentForm
          label="Comment, in Markdown"
          text={draft.text}
          onText={draft.setText}
          onSend={() => void send()}
          onDiscard={() => {
            draft.clear();
            setOpen(false);
          }}
          busy={busy}
          failure={failure}
          preview={(text) => <CommentText text={text} render={renderInWorker} />}
          completions={sources}
          autoFocus
        />
      ) : null}
    </Section>
  );
}
