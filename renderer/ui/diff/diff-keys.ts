import type { KeyboardEvent } from "react";

/** Actions of keys in a comparison. */
export interface DiffKeys {
  /** One file on (`1`) or back. */
  file(direction: 1 | -1): void;
  /** One run of changed lines on or back. */
  change(direction: 1 | -1): void;
  /** Moves one line forward or back; `extend` keeps the other end of the selection. */
  line(direction: 1 | -1, extend: boolean): void;
  /** Comments on what is chosen. */
  comment(): void;
}

/** Handles `j k ] [` files, `n p F7` changes, Alt with the arrows lines, `c` a comment. */
export function onDiffKey(event: KeyboardEvent, keys: DiffKeys): void {
  if (event.ctrlKey || event.metaKey || isField(event.target)) return;
  if (event.altKey) {
    if (event.key === "ArrowDown") keys.line(1, event.shiftKey);
    else if (event.key === "ArrowUp") keys.line(-1, event.shiftKey);
    else return;
  } else if (event.key === "j" || event.key === "]") keys.file(1);
  else if (event.key === "k" || event.key === "[") keys.file(-1);
  else if (event.key === "n" || (event.key === "F7" && !event.shiftKey)) keys.change(1);
  else if (event.key === "p" || event.key === "F7") keys.change(-1);
  else if (event.key === "c") keys.comment();
  else return;
  event.preventDefault();
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
