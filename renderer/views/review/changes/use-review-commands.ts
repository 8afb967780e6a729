import { Check, CheckLine, ChevronsDown, FileSearch, Undo2 } from "lucide-react";
import { useEffectEvent, useMemo } from "react";
import { type Command, useRegisterCommands } from "../../../state/commands/commands.ts";

interface ReviewActions {
  /** Marks the current file as viewed, or no longer. */
  readonly toggleViewed: () => void;
  /** Goes to the next file that was not viewed. */
  readonly showNext: () => void;
  /** Marks the change at the cursor as read and goes to the next one. */
  readonly markChange: () => void;
  readonly unmarkChange: () => void;
  /** Begins a comment on a file that is not part of the changes. */
  readonly commentElsewhere: () => void;
}

const noCommands: readonly Command[] = [];

/** Registers the commands of a review for the keyboard and the palette while it is shown. */
export function useReviewCommands(shown: boolean, actions: ReviewActions): void {
  const actionsNow = useEffectEvent(() => actions);
  const commands = useMemo(() => reviewCommands(() => actionsNow()), []);
  useRegisterCommands(shown ? commands : noCommands);
}

function reviewCommands(actions: () => ReviewActions): Command[] {
  const section = "Review";
  return [
    {
      id: "review.viewed",
      title: "Mark the file as viewed",
      section,
      icon: Check,
      run: () => actions().toggleViewed(),
    },
    {
      id: "review.next-unviewed",
      title: "Next unviewed file",
      section,
      icon: ChevronsDown,
      run: () => actions().showNext(),
    },
    {
      id: "review.read-change",
      title: "Mark the change as read, and go on",
      section,
      icon: CheckLine,
      run: () => actions().markChange(),
    },
    {
      id: "review.unread-change",
      title: "Mark the change as unread",
      section,
      icon: Undo2,
      run: () => actions().unmarkChange(),
    },
    {
      id: "review.comment-elsewhere",
      title: "Comment on another file…",
      section,
      icon: FileSearch,
      run: () => actions().commentElsewhere(),
    },
  ];
}
