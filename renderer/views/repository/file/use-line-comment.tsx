import { type ReactNode, useCallback, useState } from "react";
import type { Repository } from "../../../features/repository/use-repository.ts";
import type { LineRange } from "../../../ui/code/line-range.ts";
import type { CommentedLines } from "./line-comment.ts";
import { LineCommentDialog } from "./line-comment-dialog.tsx";

/** Returns what opens the form of a comment on lines of a file, and the form while it is open. */
export function useLineComment(
  repository: Repository,
  path: string,
): { readonly open: (range: LineRange) => void; readonly dialog: ReactNode } {
  const [lines, setLines] = useState<CommentedLines | null>(null);
  const { commit } = repository;
  // The commit stays while the form is open, also where the branch moves on: the lines are its lines.
  const open = useCallback((range: LineRange) => setLines({ path, range, commit }), [path, commit]);
  return {
    open,
    dialog: lines ? (
      <LineCommentDialog repository={repository} lines={lines} onClose={() => setLines(null)} />
    ) : null,
  };
}
