import { Check, ChevronsDown, ListTree, MoveDown, MoveUp, Search } from "lucide-react";
import type { Command } from "../../../state/commands.ts";

interface ReviewKeys {
  readonly viewed: () => void;
  readonly nextUnviewed: () => void;
  readonly tree: () => void;
  readonly search: () => void;
  readonly file: (direction: 1 | -1) => void;
  readonly change: (direction: 1 | -1) => void;
}

/** Commands of a review for the keyboard and the palette. */
export function reviewCommands(keys: ReviewKeys): Command[] {
  const section = "Review";
  return [
    {
      id: "review.viewed",
      title: "Mark the file as viewed",
      section,
      icon: Check,
      run: keys.viewed,
    },
    {
      id: "review.next-unviewed",
      title: "Next unviewed file",
      section,
      icon: ChevronsDown,
      run: keys.nextUnviewed,
    },
    {
      id: "review.tree",
      title: "Show or hide the file tree",
      section,
      icon: ListTree,
      run: keys.tree,
    },
    {
      id: "review.search",
      title: "Search in the change",
      section,
      icon: Search,
      run: keys.search,
    },
    {
      id: "review.next-file",
      title: "Next file",
      section,
      icon: MoveDown,
      run: () => keys.file(1),
    },
    {
      id: "review.previous-file",
      title: "Previous file",
      section,
      icon: MoveUp,
      run: () => keys.file(-1),
    },
    {
      id: "review.next-change",
      title: "Next change",
      section,
      icon: MoveDown,
      run: () => keys.change(1),
    },
    {
      id: "review.previous-change",
      title: "Previous change",
      section,
      icon: MoveUp,
      run: () => keys.change(-1),
    },
  ];
}
