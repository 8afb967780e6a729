import { MessageSquarePlus } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import type { LineRange } from "../../../ui/code/line-range.ts";
import { commentTitle } from "./line-comment.ts";

interface CommentButtonProps {
  readonly selected: LineRange;
  readonly onComment: (range: LineRange) => void;
}

/** Comments the selected lines. */
export function CommentButton({ selected: { from, to }, onComment }: CommentButtonProps) {
  return (
    <Button
      size="s"
      variant="ghost"
      icon={MessageSquarePlus}
      aria-label={commentTitle({ from, to })}
      onClick={() => onComment({ from, to })}
    >
      Comment
    </Button>
  );
}
