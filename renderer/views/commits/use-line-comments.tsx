import { useMemo } from "react";
import { createCommitComment, listCommitComments } from "../../../shared/api/resources/commits.ts";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { CommentCard } from "../../features/comments/comment-card.tsx";
import { CommentForm } from "../../features/comments/comment-form.tsx";
import { CommentText } from "../../features/comments/comment-text.tsx";
import { useReferenceSources } from "../../features/markdown/reference-sources.ts";
import {
  type LineDraft,
  putLineDraft,
  removeLineDraft,
  restoreLineDraft,
  useLineDrafts,
} from "../../state/drafts.ts";
import { type DiffInsert, type LinePick, lineRef } from "../../ui/diff/diff-model.ts";
import styles from "./commits.module.css";

interface LineComments {
  readonly inserts: readonly DiffInsert[];
  readonly onPick: (pick: LinePick) => void;
}

/** Returns the comments on lines of a commit and their drafts, as inserts of its diff. */
export function useLineComments(
  account: string,
  project: string,
  sha: string,
  files: readonly DiffFile[],
): LineComments {
  const comments = useOperationAll(listCommitComments, { id: project, sha, per_page: 100 }).data;
  const draftKey = `commit ${JSON.stringify([account, project, sha])}`;
  const drafts = useLineDrafts(draftKey);
  const inserts = useMemo((): DiffInsert[] => {
    const byPath = new Map(files.flatMap((file, i) => [[file.old_path, i] as const, [pathOf(file), i]]));
    const written = (comments ?? []).flatMap((comment, i): DiffInsert[] => {
      const file = comment.path ? byPath.get(comment.path) : undefined;
      if (file === undefined || !comment.line) return [];
      const side = comment.line_type === "old" ? "old" : "new";
      return [
        {
          key: `comment ${i}`,
          file,
          side,
          line: comment.line,
          label: `Comment on line ${comment.line}`,
          content: (
            <div className={styles.lineComment}>
              <CommentCard author={comment.author} time={comment.created_at}>
                <CommentText text={comment.note} />
              </CommentCard>
            </div>
          ),
        },
      ];
    });
    const draftForms = drafts.flatMap((draft): DiffInsert[] => {
      const file = byPath.get(draft.newPath);
      if (file === undefined) return [];
      const ref = lineRef(file, draft.last);
      return [
        {
          ...ref,
          key: draft.key,
          label: `New comment on line ${ref.line}`,
          stays: true,
          content: <LineCommentForm project={project} sha={sha} draftKey={draftKey} draft={draft} />,
        },
      ];
    });
    return [...written, ...draftForms];
  }, [comments, drafts, files, project, sha, draftKey]);
  const onPick = ({ file, last }: LinePick) => {
    const changed = files[file];
    if (!changed) return;
    const { side, line } = lineRef(file, last);
    const key = `draft ${pathOf(changed)} ${side} ${line}`;
    if (drafts.some((draft) => draft.key === key)) return;
    putLineDraft(draftKey, {
      key,
      oldPath: changed.old_path,
      newPath: pathOf(changed),
      first: { oldLine: last.oldLine, newLine: last.newLine },
      last: { oldLine: last.oldLine, newLine: last.newLine },
      text: "",
      version: null,
      thread: null,
      pending: false,
    });
  };
  return { inserts, onPick };
}

interface LineCommentFormProps {
  readonly project: string;
  readonly sha: string;
  /** Key under which the commit's drafts are stored. */
  readonly draftKey: string;
  readonly draft: LineDraft;
}

/** The form of a comment on a line. */
function LineCommentForm({ project, sha, draftKey, draft }: LineCommentFormProps) {
  const sources = useReferenceSources(project);
  const write = useWrite(createCommitComment);
  const { newLine, oldLine } = draft.last;
  const side = newLine === null ? "old" : "new";
  const line = newLine ?? oldLine ?? 1;
  const remove = () => removeLineDraft(draftKey, draft.key);
  const send = async () => {
    const path = side === "old" ? draft.oldPath : draft.newPath;
    const note = draft.text.trim();
    await write({ id: project, sha, note, path, line, line_type: side });
    remove();
  };
  return (
    <div className={styles.lineComment}>
      <CommentForm
        label={`Comment on ${side === "old" ? "old line" : "line"} ${line}`}
        text={draft.text}
        onText={(text) => putLineDraft(draftKey, { ...draft, text })}
        onSend={send}
        onDiscard={remove}
        onRestore={() => restoreLineDraft(draftKey, draft)}
        sources={sources}
        rows={3}
        autoFocus
      />
    </div>
  );
}
