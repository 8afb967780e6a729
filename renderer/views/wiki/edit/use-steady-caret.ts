import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Restores the caret when the text changes without typing, such as after an upload. */
export function useSteadyCaret(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const last = useRef({ text, from: 0, to: 0 });
  useEffect(() => {
    const note = () => {
      const box = area.current;
      if (box && document.activeElement === box) {
        last.current = { text: box.value, from: box.selectionStart, to: box.selectionEnd };
      }
    };
    const events = ["selectionchange", "input"] as const;
    // Before the page's own listeners, which render the typed text.
    for (const name of events) document.addEventListener(name, note, { capture: true });
    return () => {
      for (const name of events) document.removeEventListener(name, note, { capture: true });
    };
  }, [area]);
  useLayoutEffect(() => {
    const { text: before, from, to } = last.current;
    const box = area.current;
    // The typed text is known already.
    if (!box || before === text || document.activeElement !== box) return;
    box.setSelectionRange(caretAfter(before, text, from), caretAfter(before, text, to));
    last.current = { text, from: box.selectionStart, to: box.selectionEnd };
  }, [area, text]);
}

/** Returns the caret's position after a change at one position of the text. */
export function caretAfter(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  if (caret <= same) return caret;
  return Math.max(same, caret + after.length - before.length);
}
