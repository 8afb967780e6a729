/** Fields of a source that {@link findTrigger} uses. */
export interface Trigger {
  readonly trigger: string;
  readonly pattern?: RegExp | undefined;
}

export interface FoundTrigger<T extends Trigger> {
  readonly source: T;
  /** Index of the trigger. */
  readonly start: number;
  /** Text typed behind it, up to the caret. */
  readonly query: string;
}

/** Maximum length of a query; with more behind it, a trigger is plain text. */
const maxQueryLength = 60;
const nonSpace = /^\S*$/;
/** Characters that may precede a trigger; one within a word, an address or a path completes nothing. */
const boundary = /[\s([{<"'*_~>|,;]/;

/** Returns the trigger before the caret with the query behind it; null within code and within words. */
export function findTrigger<T extends Trigger>(
  text: string,
  caret: number,
  sources: readonly T[],
): FoundTrigger<T> | null {
  const begin = text.lastIndexOf("\n", caret - 1) + 1;
  const line = text.slice(begin, caret);
  const found = sources
    .flatMap((source) => {
      const at = line.lastIndexOf(source.trigger);
      if (at < 0) return [];
      const before = line[at - 1];
      if (before !== undefined && !boundary.test(before)) return [];
      const query = line.slice(at + source.trigger.length);
      if (query.length > maxQueryLength || !(source.pattern ?? nonSpace).test(query)) return [];
      return [{ source, start: begin + at, query }];
    })
    .toSorted((a, b) => b.start - a.start)[0];
  return found && !isCode(text, found.start) ? found : null;
}

/** Returns whether a position is between backticks or in a fenced block. */
function isCode(text: string, at: number): boolean {
  const lines = text.slice(0, at).split("\n");
  const line = lines.pop() ?? "";
  const fences = lines.filter((each) => /^ {0,3}(```|~~~)/.test(each)).length;
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1;
}

/** Returns the text that replaces trigger and query: the words, and a space unless one follows. */
export const completedText = (insert: string, next: string | undefined): string =>
  next !== undefined && /[\s.,;:!?)\]}]/.test(next) ? insert : `${insert} `;
