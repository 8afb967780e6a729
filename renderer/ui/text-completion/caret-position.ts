/** Styles that decide where a line breaks. */
const copied = [
  "box-sizing",
  "width",
  "padding",
  "border-width",
  "border-style",
  "font",
  "letter-spacing",
  "word-spacing",
  "line-height",
  "text-indent",
  "text-transform",
  "tab-size",
  "direction",
  "text-align",
] as const;

export interface CaretPosition {
  readonly left: number;
  readonly top: number;
  /** Lower edge of the line. */
  readonly bottom: number;
}

/** Returns the screen position of a character of a text area, measured in a laid out copy of the text. */
export function caretPosition(area: HTMLTextAreaElement, index: number): CaretPosition {
  const copy = document.createElement("div");
  const look = getComputedStyle(area);
  for (const name of copied) copy.style.setProperty(name, look.getPropertyValue(name));
  Object.assign(copy.style, {
    position: "fixed",
    top: "0",
    left: "0",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  copy.textContent = area.value.slice(0, index);
  const mark = document.createElement("span");
  // The rest of the word is included, since the character wraps with it.
  mark.textContent = area.value.slice(index) || ".";
  copy.append(mark);
  document.body.append(copy);
  const box = area.getBoundingClientRect();
  const line = Number.parseFloat(look.lineHeight) || 20;
  const left = box.left + mark.offsetLeft - area.scrollLeft;
  const top = box.top + mark.offsetTop - area.scrollTop;
  copy.remove();
  return { left, top, bottom: top + line };
}
