import type { ElementContent, Root } from "hast";
import { element, replaceTexts, textNode } from "./tree.ts";

const code: ReadonlySet<string> = new Set(["pre", "code", "tt"]);
const closings: Readonly<Record<string, string>> = { "{+": "+}", "[+": "+]", "{-": "-}", "[-": "-]" };

/** Draws `{+ added +}`, `[+ added +]`, `{- removed -}` and `[- removed -]` as additions and deletions. */
export function drawInlineDiffs(tree: Root): void {
  replaceTexts(tree, code, split);
}

function split(value: string): ElementContent[] | null {
  if (!/[{[][+-]/.test(value)) return null;
  const parts: ElementContent[] = [];
  /** Offset from which a closing sign occurs no more on its line, by sign. */
  const absent = new Map<string, number>();
  let end = 0;
  for (const { 0: opening, index } of value.matchAll(/[{[][+-]/g)) {
    const closing = closings[opening] ?? "";
    if (index < end || (absent.get(closing) ?? 0) > index) continue;
    const lineEnd = value.indexOf("\n", index);
    const line = lineEnd < 0 ? value.length : lineEnd;
    const close = value.indexOf(closing, index + 2);
    if (close < 0 || close >= line) {
      absent.set(closing, close < 0 ? Number.POSITIVE_INFINITY : line);
      continue;
    }
    if (index > end) parts.push(textNode(value.slice(end, index)));
    const kind = opening.endsWith("+") ? "addition" : "deletion";
    const properties = { className: ["idiff", "left", "right", kind] };
    parts.push(element("span", properties, [textNode(value.slice(index + 2, close))]));
    end = close + closing.length;
  }
  if (parts.length === 0) return null;
  if (end < value.length) parts.push(textNode(value.slice(end)));
  return parts;
}
