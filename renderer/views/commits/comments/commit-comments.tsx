import { MessageSquare } from "lucide-react";
import { useEffect } from "react";
import {
  type CommitComment,
  createCommitComment,
  listCommitComments,
} from "../../../../shared/api/resources/commits.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { CommentCard } from "../../../features/comments/comment-card.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { NewComment } from "../../../features/comments/new-comment.tsx";
import { useReferenceSources } from "../../../features/references/reference-sources.ts";
import { filesHref } from "../../../features/repository/repository-hrefs.ts";
import { useDraft } from "../../../state/text-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/section.tsx";
import styles from "./comments.module.css";

interface CommitCommentsProps {
  readonly project: string;
  readonly sha: string;
  /** Whether the form is open; the state of the parent, which mounts this again once the changes are loaded. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Comments on a commit and the form for another one, whose text is a draft on disk. */
export function CommitComments({ project, sha, open, onOpen: setOpen }: CommitCommentsProps) {
  const account = useAccountId();
  const comments = useOperationAll(listCommitComments, { id: project, sha, per_page: 100 });
  const sources = useReferenceSources(project);
  const write = useWrite();
  const draftKey = `commit-comment ${JSON.stringify([account, project, sha])}`;
  const hasDraft = useDraft(draftKey).text !== "";
  useEffect(() => {
    if (hasDraft) setOpen(true);
  }, [hasDraft, setOpen]);
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
          author={comment.author?.name ?? "Deleted user"}
          time={comment.created_at}
          meta={
            comment.path ? (
              <CommentedLine {...{ account, project, sha, comment }} path={comment.path} />
            ) : null
          }
        >
          <CommentText text={comment.note} />
        </CommentCard>
      ))}
      {open ? (
        <NewComment
          draftKey={draftKey}
          sources={sources}
          onSend={(note) => write(createCommitComment, { id: project, sha, note })}
          onClose={() => setOpen(false)}
          autoFocus
        />
      ) : null}
    </Section>
  );
}

interface CommentedLineProps {
  readonly account: string;
  readonly project: string;
  readonly sha: string;
  readonly comment: CommitComment;
  readonly path: string;
}

/** The line that a comment is on, with a link to it; a line before the commit has none. */
function CommentedLine({ account, project, sha, comment: { line, line_type }, path }: CommentedLineProps) {
  const name = (
    <code>
      {path}:{line}
    </code>
  );
  return line_type === "old" ? (
    name
  ) : (
    <AppLink href={filesHref({ account, project }, sha, path, `L${line ?? 1}`)}>{name}</AppLink>
  );
}
