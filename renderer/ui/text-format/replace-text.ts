/** Replacement of a part of a text, and the selection after it. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Beginning and end of the selection in the new text; behind what was written where left out. */
  readonly select?: readonly [from: number, to: number];
}

/** Writes into a text area as if it were typed: one step that can be undone, with an `input` event. */
export function replaceText(area: HTMLTextAreaElement, { from, to, text, select }: TextEdit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, but the only command that writes to the undo history of a text area.
  const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
  if (!done && area.value.slice(from, to) !== text) {
    area.setRangeText(text, from, to, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
  }
  const end = from + text.length;
  area.setSelectionRange(...(select ?? [end, end]));
}
