import type { createCommit } from "../../../../shared/api/resources/commits.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { LineKeeper, toTyped, withoutMark } from "../../../../shared/text/line-ends.ts";
import { plainLine } from "../../../../shared/text/plain-markdown.ts";
import { sentContent } from "../../../api/file-content.ts";
import type { Write } from "../../../api/use-write.ts";
import { readEditableText } from "../../../features/pending-edits/read-editable-text.ts";
import { readBytesAt, readOrigin } from "../../../features/pending-edits/read-origin.ts";
import type { EditScope } from "../../../state/edits.ts";
import type { Suggestion } from "../../../workers/markdown/split-comment.ts";

/** Returns whether a comment may have a suggestion; its Markdown decides. */
export const mayHaveSuggestion = (body: string): boolean => /(?:`{3}|~{3})[ \t]*suggestion/.test(body);

const block = /^[ \t]*(`{3,}|~{3,})[ \t]*suggestion[^\n]*\n([\s\S]*?)^[ \t]*\1[`~]*[ \t]*$/m;

/** Returns a comment in one line: its first words, or the code that it suggests where it has none before. */
export function draftSummary(body: string): string {
  const found = block.exec(body);
  const words = plainLine(found ? body.slice(0, found.index) : body);
  if (!found) return words;
  const code = found[2]?.split("\n").find((line) => line.trim() !== "") ?? "";
  const suggested = code === "" ? "Suggests to remove the lines" : `Suggests: ${code.trim()}`;
  return words === "" ? suggested : `${words} · ${suggested}`;
}

/** Returns a suggestion block for lines; `above` is how many of them are above the commented one. */
export function writeSuggestion(lines: readonly string[], above: number): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}suggestion:-${above}+0\n${lines.join("\n")}\n${fence}\n`;
}

/**
 * Returns a file's text (as `decodeFile` has it) with a suggestion applied; `line` is the commented one, from 1, as git
 * counts. All other lines stay; the new ones end as those that they replace. Null where the line does not exist.
 */
export function applySuggestion(text: string, line: number, { lines, ...range }: Suggestion): string | null {
  const all = withoutMark(text).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const { first, count } = replacedRange(all.length, line, range) ?? {};
  if (first === undefined || count === undefined) return null;
  const typed = (from: number, to: number) => toTyped(all.slice(from, to).join(""));
  const [above, replaced, below] = [
    typed(0, first),
    typed(first, first + count),
    typed(first + count, all.length),
  ];
  const isEnded = replaced.endsWith("\n");
  const proposed = lines.map((each, i) => (first === 0 && i === 0 ? withoutMark(each) : each)).join("\n");
  const written = proposed + (isEnded && lines.length > 0 ? "\n" : "");
  const from = countEnds(above);
  const change = {
    from,
    to: from + countEnds(replaced) - (isEnded ? 1 : 0),
    count: countEnds(written) + (isEnded ? 0 : 1),
  };
  return new LineKeeper(text).retype(text, above + written + below, { changes: [change] });
}

const countEnds = (typed: string): number => typed.split("\n").length - 1;

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
  const range = replacedRange(all.length - (all.at(-1) === "" ? 1 : 0), line, suggestion);
  if (!range) return null;
  const { first, count } = range;
  const before = all
    .slice(first, first + count)
    .map((text, i) => (first + i === 0 ? withoutMark(text) : text).replace(/\r$/, ""));
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

/** Lines above and below the commented one that services replace at most. */
const maxContext = 100;

/** Returns the replaced lines, as far as the file has them; null where it does not have the commented one. */
function replacedRange(length: number, line: number, { above, below }: Omit<Suggestion, "lines">) {
  if (line < 1 || line > length) return null;
  const first = Math.max(0, line - 1 - Math.min(above, maxContext));
  const last = Math.min(length - 1, line - 1 + Math.min(below, maxContext));
  return { first, count: last - first + 1 };
}

/** A suggestion for a line of a file. */
export interface SuggestedChange {
  readonly path: string;
  /** The commented line, from 1, and the commit that it was counted in. */
  readonly line: number;
  readonly head: string;
  readonly suggestion: Suggestion;
}

/** Returns the message of a commit that applies suggestions. */
export function suggestionMessage(suggestions: readonly SuggestedChange[]): string {
  const paths = new Set(suggestions.map(({ path }) => path));
  const what = suggestions.length === 1 ? "suggestion" : `${suggestions.length} suggestions`;
  return `Apply ${what} to ${paths.size === 1 ? [...paths][0] : `${paths.size} files`}`;
}

/** Suggestions that are committed together to a branch of a project. */
interface ProposedCommit {
  readonly account: string;
  readonly project: number;
  readonly branch: string;
  readonly message: string;
  readonly suggestions: readonly SuggestedChange[];
}

/**
 * Commits suggestions as one commit: their lines change and no other byte of their files. Throws ProblemError, without a
 * commit, where a file changed since, is no text, or has no encoding for a character, and where two suggestions are for
 * the same lines.
 */
export async function commitSuggestions(
  commit: Write<typeof createCommit>,
  { account, project, branch, message, suggestions }: ProposedCommit,
): Promise<void> {
  const scope = { account, project: String(project), branch };
  const byPath = Map.groupBy(suggestions, ({ path }) => path);
  const actions = [];
  for (const [path, changes] of byPath) actions.push(await updateOf(scope, path, changes));
  await commit({ id: project, branch, commit_message: message, actions });
}

/** Returns the action of a commit that applies all suggestions for a file. */
async function updateOf(scope: EditScope, path: string, changes: readonly SuggestedChange[]) {
  const head = changes[0]?.head ?? "";
  const origin = await readOrigin(scope, path, head);
  if (!origin) throw refused(`${path} is no longer there.`);
  const bytes = await readBytesAt(scope, path, head);
  const file = await readEditableText(bytes);
  if (file.text === null) throw refused(`${path} cannot be edited as text. ${file.reason}`);
  let next = file.text;
  // From the end of the file to its start, so that the numbers of the lines above stay right.
  let above = Number.POSITIVE_INFINITY;
  for (const { line, suggestion } of changes.toSorted((a, b) => b.line - a.line)) {
    if (line + Math.min(suggestion.below, maxContext) >= above)
      throw refused(`Two of the suggestions are for the same lines of ${path}.`);
    above = Math.max(1, line - Math.min(suggestion.above, maxContext));
    const applied = applySuggestion(next, line, suggestion);
    if (applied === null) throw refused(`${path} no longer has line ${line}.`);
    if (applied === next) throw refused(`${path} already has these lines.`);
    next = applied;
  }
  return {
    action: "update" as const,
    file_path: path,
    last_commit_id: origin.lastCommitId,
    ...sentContent(path, next, file.encoding, bytes),
  };
}

const refused = (reason: string) =>
  new ProblemError({ code: "refused", message: `${reason} Nothing was committed.`, changed: "no" });
