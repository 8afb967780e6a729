import { useMemo } from "react";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import {
  type CommitComment,
  getCommitDiff,
  listCommitComments,
} from "../../../shared/api/resources/commits.ts";
import { type DiffFile, diffFileOf } from "../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { withContentUrls } from "../../features/export/content-urls.ts";
import { ExportDialog } from "../../features/export/export-dialog.tsx";
import { exportNote } from "../../features/export/export-note.ts";
import type { ExportSubject, ExportThread } from "../../workers/export/export-types.ts";

interface ExportCommitProps {
  readonly commit: Commit;
  readonly project: string;
  readonly onClose: () => void;
}

/** Exports one commit with the comments on it; its patch keeps author, date and message. */
export function ExportCommit({ commit, project, onClose }: ExportCommitProps) {
  const account = useAccountId();
  const input = { id: project, sha: commit.id, per_page: 100 };
  const diff = useOperationAll(getCommitDiff, input, { staleTime: Number.POSITIVE_INFINITY });
  const comments = useOperationAll(listCommitComments, input);
  const failed = [diff, comments].find(({ isLoadingError }) => isLoadingError);
  const subject = useMemo((): ExportSubject | null => {
    if (!diff.data || !comments.data) return null;
    const date = commit.authored_date ?? commit.created_at ?? "";
    const scope = { account, project, base: commit.parent_ids[0], head: commit.id };
    const files = diff.data.map((entry) => withContentUrls(scope, diffFileOf(entry)));
    return {
      kind: "Commit",
      title: commit.title || "(no message)",
      reference: commit.short_id,
      project,
      url: commit.web_url ?? null,
      description: commit.message.slice(commit.title.length).trim(),
      details: [
        ["Author", `${commit.author_name} <${commit.author_email}>`],
        [
          "Date",
          date ? new Date(date).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }) : "unknown",
        ],
        ["Commit", commit.id],
      ],
      // A merge has no single parent that its patch could apply to.
      mail:
        commit.parent_ids.length > 1 || !date
          ? null
          : {
              sha: commit.id,
              author: commit.author_name,
              email: commit.author_email,
              date,
              message: commit.message || commit.title,
            },
      patchable: true,
      commit: commit.id,
      files,
      threads: comments.data.map((comment) => threadOf(comment, files)),
    };
  }, [account, commit, project, diff.data, comments.data]);
  return <ExportDialog {...{ subject, failed, onClose }} />;
}

function threadOf(comment: CommitComment, files: readonly DiffFile[]): ExportThread {
  const { path, line, line_type } = comment;
  const file = path
    ? files.findIndex(({ old_path, new_path }) => path === new_path || path === old_path)
    : -1;
  return {
    at: file < 0 ? null : { file, side: line_type === "old" ? "old" : "new", line: line ?? 0 },
    notes: [exportNote({ ...comment, body: comment.note })],
    resolved: false,
    outdated: false,
  };
}
