import { visibleText } from "../../../shared/text/visible-text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns a text as HTML that shows it and nothing else; hidden characters are written as `[U+202E]`. */
export const escapeHtml = (text: string): string =>
  visibleText(text).replace(/[&<>"']/g, (char) => entities[char] ?? "");
