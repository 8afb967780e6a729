import { findHidden } from "./hidden-characters.ts";
import { codePointName } from "./hidden-names.ts";

/** A text for where only letters can be drawn, such as a tooltip or a title: hidden characters as `[U+202E]`. */
export function visibleText(text: string): string {
  const hidden = findHidden(text);
  if (hidden.length === 0) return text;
  let at = 0;
  let visible = "";
  for (const { start, end, codePoint } of hidden) {
    visible += `${text.slice(at, start)}[${codePointName(codePoint)}]`;
    at = end;
  }
  return visible + text.slice(at);
}
