/** Replacement lines that a comment proposes. */
export interface Suggestion {
  /** Lines above and below the commented one that are replaced with it. */
  readonly above: number;
  readonly below: number;
  readonly lines: readonly string[];
}

const block = /^(`{3,})suggestion(?::-(\d+)\+(\d+))?[^\n]*\n([\s\S]*?)^\1\s*$/m;

/** Returns the first suggestion of a comment; null where it has none. */
export function readSuggestion(body: string): Suggestion | null {
  const found = block.exec(body);
  if (!found) return null;
  const [, , above = "0", below = "0", text = ""] = found;
  return {
    above: Number(above),
    below: Number(below),
    lines: text === "" ? [] : text.replace(/\n$/, "").split("\n"),
  };
}

/** Returns a suggestion block for lines; `above` is how many of them are above the commented one. */
export function writeSuggestion(lines: readonly string[], above: number): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}suggestion:-${above}+0\n${lines.join("\n")}\n${fence}\n`;
}

/** Returns a text with a suggestion applied; `line` is the commented one, from 1. Null where the lines do not exist. */
export function applySuggestion(
  text: string,
  line: number,
  { above, below, lines }: Suggestion,
): string | null {
  const all = text.split("\n");
  const first = line - 1 - above;
  const last = line - 1 + below;
  if (first < 0 || last >= all.length) return null;
  const ending = all[first]?.endsWith("\r") ? "\r" : "";
  all.splice(first, last - first + 1, ...lines.map((each) => each + ending));
  return all.join("\n");
}
