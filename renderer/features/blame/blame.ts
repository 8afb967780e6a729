import type { CodeMargin } from "../../ui/code/code-view.tsx";

/** A commit as blame shows it. */
export interface BlameCommit {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** ISO time. */
  readonly time: string;
}

/** Last commit that changed each line of a file. */
export interface Blame {
  /** By line, from the first; null for lines whose commit is not certain. */
  readonly commits: readonly (BlameCommit | null)[];
  /** `computed`: the service has no blame, and the file's history was read instead. */
  readonly source: "service" | "computed";
}

/** Columns of a name in the margin. */
const maxNameLength = 14;
const dateLength = 11;
/** Characters that the code face lacks: a fallback draws them as squares, five thirds of a column wide. */
const squareColumns = 5 / 3;
const square = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns a name in exactly so many columns: cut with an ellipsis, or padded with spaces. */
function fitName(name: string, columns: number): string {
  const widthOf = (text: string) =>
    Math.round([...text].reduce((sum, each) => sum + (square.test(each) ? squareColumns : 1), 0));
  if (widthOf(name) <= columns) return name + " ".repeat(columns - widthOf(name));
  let cut = "";
  for (const each of name) {
    if (widthOf(cut + each) >= columns) break;
    cut += each;
  }
  return `${cut}…${" ".repeat(columns - widthOf(cut) - 1)}`;
}

/**
 * Returns the text before each line: author and date of its last change, on the first line of each run of one commit. In a
 * narrow window only the date, as the avatar beside it is of the author.
 */
export function blameMargin({ commits }: Blame, isNarrow = false): CodeMargin {
  const nameLength = isNarrow ? 0 : maxNameLength;
  const marginLength = nameLength + dateLength;
  const texts = commits.map((commit, i) => {
    const before = commits[i - 1];
    if (i > 0 && (before?.id ?? null) === (commit?.id ?? null)) return " ".repeat(marginLength);
    if (!commit) return "not certain".padEnd(marginLength);
    const name = nameLength === 0 ? "" : fitName(commit.author, nameLength);
    return `${name} ${commit.time.slice(0, 10).padEnd(10)}`;
  });
  return { columns: marginLength, texts };
}

/** Returns the commit of the first line of each run of one commit; null for the lines that follow it. */
export const blameRuns = ({ commits }: Blame): (BlameCommit | null)[] =>
  commits.map((commit, i) => (commit && commits[i - 1]?.id === commit.id ? null : commit));

/** Number of ages that the margin distinguishes by colour. */
const ageSteps = 5;

/** Returns how recent each line's last change is: 0 for the oldest of the file, 4 for the newest; null where unknown. */
export function blameAges({ commits }: Blame): (number | null)[] {
  const times = commits.map((commit) => Date.parse(commit?.time ?? ""));
  const known = times.filter((time) => !Number.isNaN(time));
  const oldest = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const span = known.reduce((a, b) => Math.max(a, b), 0) - oldest;
  return times.map((time) => {
    if (Number.isNaN(time)) return null;
    return span === 0
      ? ageSteps - 1
      : Math.min(ageSteps - 1, Math.floor(((time - oldest) / span) * ageSteps));
  });
}
