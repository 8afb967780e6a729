import { MessageSquarePlus } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import type { LineRange } from "../../../ui/code/line-range.ts";
import { type CommentedLines, commentTitle } from "./line-comment.ts";
import { LineCommentDialog } from "./line-comment-dialog.tsx";

interface LineComment {
  /** Opens the form of a comment on lines. */
  readonly open: (range: LineRange) => void;
  /** Called with the line that the cursor moved to. */
  readonly onCursor: (line: number) => void;
  readonly dialog: ReactNode;
}

/**
 * Returns what opens the form of a comment on lines of a file, and the form while it is open. Registers the command that
 * does so: on the selected lines, else on the line of the cursor where the file has one.
 */
export function useLineComment(
  repository: Repository,
  path: string,
  selected: LineRange | null,
  hasCursor: boolean,
): LineComment {
  const [lines, setLines] = useState<CommentedLines | null>(null);
  const { commit } = repository;
  // The commit stays while the form is open, also where the branch moves on: the lines are its lines.
  const open = useCallback((range: LineRange) => setLines({ path, range, commit }), [path, commit]);
  const cursor = useRef({ path, line: 1 });
  const onCursor = useCallback(
    (line: number) => {
      cursor.current = { path, line };
    },
    [path],
  );
  const [from, to] = [selected?.from, selected?.to];
  const commands = useMemo(() => {
    const range = from !== undefined && to !== undefined ? { from, to } : null;
    if (!range && !hasCursor) return [];
    const current = () => {
      const line = cursor.current.path === path ? cursor.current.line : 1;
      return { from: line, to: line };
    };
    return [
      {
        id: "repository.comment",
        title: range ? commentTitle(range) : "Comment on the current line",
        section: "Repository",
        icon: MessageSquarePlus,
        run: () => open(range ?? current()),
      },
    ];
  }, [from, to, hasCursor, path, open]);
  useRegisterCommands(commands);
  return {
    open,
    onCursor,
    dialog: lines ? (
      <LineCommentDialog repository={repository} lines={lines} onClose={() => setLines(null)} />
    ) : null,
  };
}
