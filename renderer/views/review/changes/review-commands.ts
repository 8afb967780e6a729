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
      shortcut: "v",
      run: keys.viewed,
    },
    {
      id: "review.next-unviewed",
      title: "Next unviewed file",
      section,
      icon: ChevronsDown,
      shortcut: "u",
      run: keys.nextUnviewed,
    },
    {
      id: "review.tree",
      title: "Show or hide the file tree",
      section,
      icon: ListTree,
      shortcut: "f",
      run: keys.tree,
    },
    {
      id: "review.search",
      title: "Search in the change",
      section,
      icon: Search,
      shortcut: "/",
      run: keys.search,
    },
    {
      id: "review.next-file",
      title: "Next file",
      section,
      icon: MoveDown,
      shortcut: "j",
      run: () => keys.file(1),
    },
    {
      id: "review.previous-file",
      title: "Previous file",
      section,
      icon: MoveUp,
      shortcut: "k",
      run: () => keys.file(-1),
    },
    {
      id: "review.next-change",
      title: "Next change",
      section,
      icon: MoveDown,
      shortcut: "n",
      run: () => keys.change(1),
    },
    {
      id: "review.previous-change",
      title: "Previous change",
      section,
      icon: MoveUp,
      shortcut: "p",
      run: () => keys.change(-1),
    },
  ];
}
