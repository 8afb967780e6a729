/** Replacement lines that a comment proposes. */
export interface Suggestion {
  /** Lines above and below the commented one that are replaced with it. */
  readonly above: number;
  readonly below: number;
  readonly lines: readonly string[];
}

/** A part of a comment: Markdown, or a suggestion. */
export type CommentPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "suggestion"; readonly suggestion: Suggestion };

const block = /^(`{3,})suggestion(?::-(\d+)\+(\d+))?[^\n]*\n([\s\S]*?)^\1\s*$/gm;

/** Returns the parts of a comment in their order; one without suggestions is one text. */
export function splitComment(body: string): CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  const addText = (text: string) => {
    if (text.trim() !== "") parts.push({ kind: "text", text });
  };
  for (const found of body.matchAll(block)) {
    const [whole, , above = "0", below = "0", text = ""] = found;
    addText(body.slice(end, found.index));
    end = found.index + whole.length;
    const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
    parts.push({ kind: "suggestion", suggestion: { above: Number(above), below: Number(below), lines } });
  }
  addText(body.slice(end));
  return parts;
}

/** Returns whether a comment has a suggestion. */
export const hasSuggestion = (body: string): boolean =>
  splitComment(body).some(({ kind }) => kind === "suggestion");

/** Returns a suggestion block for lines; `above` is how many of them are above the commented one. */
export function writeSuggestion(lines: readonly string[], above: number): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}suggestion:-${above}+0\n${lines.join("\n")}\n${fence}\n`;
}

/** Returns a text with a suggestion applied; `line` is the commented one, from 1. Null where the lines do not exist. */
export function applySuggestion(text: string, line: number, suggestion: Suggestion): string | null {
  const all = text.split("\n");
  const range = replacedRange(all.length, line, suggestion);
  if (!range) return null;
  const ending = all[range.first]?.endsWith("\r") ? "\r" : "";
  all.splice(range.first, range.count, ...suggestion.lines.map((each) => each + ending));
  return all.join("\n");
}

/** A line of a suggestion as a diff; null numbers for lines that a side lacks. */
export interface SuggestedLine {
  readonly kind: "context" | "removed" | "added";
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly text: string;
}

/**
 * Returns a suggestion as a diff of the lines that it replaces in a file, those of `line` from 1. Lines that are the same
 * at the beginning and end are context. Null where the lines do not exist.
 */
export function suggestionRows(
  all: readonly string[],
  line: number,
  suggestion: Suggestion,
): SuggestedLine[] | null {
  const range = replacedRange(all.length, line, suggestion);
  if (!range) return null;
  const { first, count } = range;
  const before = all.slice(first, first + count).map((text) => text.replace(/\r$/, ""));
  const after = suggestion.lines;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const context = (text: string, old: number, now: number): SuggestedLine => ({
    kind: "context",
    oldLine: first + old + 1,
    newLine: first + now + 1,
    text,
  });
  return [
    ...before.slice(0, head).map((text, i) => context(text, i, i)),
    ...before.slice(head, before.length - tail).map((text, i) => ({
      kind: "removed" as const,
      oldLine: first + head + i + 1,
      newLine: null,
      text,
    })),
    ...after.slice(head, after.length - tail).map((text, i) => ({
      kind: "added" as const,
      oldLine: null,
      newLine: first + head + i + 1,
      text,
    })),
    ...before
      .slice(before.length - tail)
      .map((text, i) => context(text, before.length - tail + i, after.length - tail + i)),
  ];
}

function replacedRange(length: number, line: number, { above, below }: Suggestion) {
  const first = line - 1 - above;
  const last = line - 1 + below;
  return first < 0 || last >= length ? null : { first, count: last - first + 1 };
}
