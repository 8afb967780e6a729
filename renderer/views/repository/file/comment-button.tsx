import { MessageSquarePlus } from "lucide-react";
import { useMemo } from "react";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/button.tsx";
import type { LineRange } from "../../../ui/code/line-range.ts";
import { commentTitle } from "./line-comment.ts";

interface CommentButtonProps {
  readonly selected: LineRange;
  readonly onComment: (range: LineRange) => void;
}

/** Comments the selected lines; registers the command that does so. */
export function CommentButton({ selected: { from, to }, onComment }: CommentButtonProps) {
  const commands = useMemo(
    () => [
      {
        id: "repository.comment",
        title: commentTitle({ from, to }),
        section: "Repository",
        icon: MessageSquarePlus,
        run: () => onComment({ from, to }),
      },
    ],
    [from, to, onComment],
  );
  useRegisterCommands(commands);
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
