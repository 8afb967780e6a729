import type { KeyboardEvent, RefObject } from "react";
import { formatOfKey, formatText, type TextFormat } from "./format-text.tsx";
import { replaceText } from "./replace-text.ts";

/** Returns what formats the selected text of a box: by a button of its toolbar, and by a key. */
export function useTextFormat(area: RefObject<HTMLTextAreaElement | null>) {
  const apply = (format: TextFormat): void => {
    const box = area.current;
    if (box) replaceText(box, formatText(format, box.value, box.selectionStart, box.selectionEnd));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const format = formatOfKey(event);
    if (!format) return;
    // The same keys mean other things elsewhere, the palette among them.
    event.preventDefault();
    apply(format);
  };
  return { apply, onKeyDown };
}
