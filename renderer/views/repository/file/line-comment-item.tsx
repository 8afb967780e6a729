import { MessageSquarePlus } from "lucide-react";
import type { LineRange } from "../../../ui/code/line-range.ts";
import { MenuItem } from "../../../ui/menu-item.tsx";
import { commentTitle } from "./line-comment.ts";

interface LineCommentItemProps {
  /** Line whose menu is open. */
  readonly line: number;
  /** Selected lines; all of them are commented where the line is one of them. */
  readonly selected: LineRange | null;
  readonly onComment: (range: LineRange) => void;
}

/** The item of a line's menu that comments it. */
export function LineCommentItem({ line, selected, onComment }: LineCommentItemProps) {
  const isSelected = selected !== null && line >= selected.from && line <= selected.to;
  const range = isSelected ? selected : { from: line, to: line };
  return (
    <MenuItem
      icon={MessageSquarePlus}
      command={isSelected ? "repository.comment" : undefined}
      onSelect={() => onComment(range)}
    >
      {commentTitle(range)}
    </MenuItem>
  );
}
