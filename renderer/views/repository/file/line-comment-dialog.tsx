import { createCommitComment } from "../../../../shared/api/resources/commits.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { NewComment } from "../../../features/comments/new-comment.tsx";
import { useReferenceSources } from "../../../features/references/reference-sources.ts";
import { commitHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { type CommentedLines, commentTitle, lineComment } from "./line-comment.ts";

interface LineCommentDialogProps {
  readonly repository: Repository;
  readonly lines: CommentedLines;
  readonly onClose: () => void;
}

/** The form of a comment on lines of a file, which is sent to the shown commit. Its text is a draft on disk. */
export function LineCommentDialog({ repository, lines, onClose }: LineCommentDialogProps) {
  const { account, project } = repository;
  const { path, range, commit } = lines;
  const write = useWrite();
  const go = useGo();
  const sources = useReferenceSources(project);
  const short = commit.id.slice(0, 8);
  const send = async (text: string) => {
    await write(createCommitComment, { id: project, sha: commit.id, ...lineComment(lines, text) });
    toast.success(`Comment added to commit ${short}`, {
      action: { label: "View", onSelect: () => go(commitHref(repository, commit.id)) },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={commentTitle(range)}
      description={
        <>
          <bdi>{path}</bdi> at commit <code>{short}</code>
        </>
      }
    >
      <NewComment
        draftKey={`file-comment ${JSON.stringify([account, project, commit.id, path, range.from, range.to])}`}
        sources={sources}
        onSend={send}
        onClose={onClose}
        autoFocus
      />
    </Dialog>
  );
}
