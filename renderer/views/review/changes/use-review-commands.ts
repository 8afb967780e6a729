import { Check, ChevronsDown, ListTree, MoveDown, MoveUp, Search } from "lucide-react";
import { type RefObject, useMemo, useRef } from "react";
import { type Command, useRegisterCommands } from "../../../state/commands.ts";
import type { DiffViewHandle } from "../../../ui/diff/diff-view.tsx";

interface ReviewActions {
  readonly view: RefObject<DiffViewHandle | null>;
  /** Marks the current file as viewed, or no longer. */
  readonly toggleViewed: () => void;
  /** Goes to the next file that was not viewed. */
  readonly showNext: () => void;
  readonly toggleTree: () => void;
  readonly search: () => void;
}

const noCommands: readonly Command[] = [];

/** Registers the commands of a review for the keyboard and the palette while it is shown. */
export function useReviewCommands(shown: boolean, actions: ReviewActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  const commands = useMemo(() => reviewCommands(() => latest.current), []);
  useRegisterCommands(shown ? commands : noCommands);
}

function reviewCommands(actions: () => ReviewActions): Command[] {
  const section = "Review";
  const inDiff = (move: (view: DiffViewHandle) => void) => () => {
    const view = actions().view.current;
    if (!view) return;
    view.focus();
    move(view);
  };
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
      id: "review.tree",
      title: "Show or hide the file tree",
      section,
      icon: ListTree,
      run: () => actions().toggleTree(),
    },
    {
      id: "review.search",
      title: "Search in the change",
      section,
      icon: Search,
      run: () => actions().search(),
    },
    {
      id: "review.next-file",
      title: "Next file",
      section,
      icon: MoveDown,
      run: inDiff((view) => view.file(1)),
    },
    {
      id: "review.previous-file",
      title: "Previous file",
      section,
      icon: MoveUp,
      run: inDiff((view) => view.file(-1)),
    },
    {
      id: "review.next-change",
      title: "Next change",
      section,
      icon: MoveDown,
      run: inDiff((view) => view.step(1)),
    },
    {
      id: "review.previous-change",
      title: "Previous change",
      section,
      icon: MoveUp,
      run: inDiff((view) => view.step(-1)),
    },
  ];
}
