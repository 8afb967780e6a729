import { escapeHtml } from "../../../shared/text/escape-html.ts";
import { visibleText } from "../../../shared/text/visible-text.ts";

/** Returns a text as HTML that shows it and nothing else; hidden characters are written as `[U+202E]`. */
export const visibleHtml = (text: string): string => escapeHtml(visibleText(text));
