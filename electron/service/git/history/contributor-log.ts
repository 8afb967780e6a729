import { constants, setPriority } from "node:os";
import { decodeParts } from "../decode-text.ts";
import { gitLines } from "../git-lines.ts";
import type { Repository } from "../repository.ts";

/** Somebody who committed, with what the commits changed; null where that is not counted. */
export type GitContributor = {
  readonly name: string;
  readonly email: string;
  readonly commits: number;
  readonly additions: number | null;
  readonly deletions: number | null;
};

interface LogOptions {
  /** Whether changed lines are counted. */
  readonly lines: boolean;
  readonly signal: AbortSignal;
  /** Whether all other processes take precedence. */
  readonly background?: boolean;
}

/**
 * Returns the authors of a selection of commits, merges left out, in order of the first one met; one entry for each
 * e-mail.
 */
export async function readContributors(
  { folder }: Repository,
  selection: readonly string[],
  { lines, signal, background = false }: LogOptions,
): Promise<GitContributor[]> {
  const format = "--format=tformat:%x02%an%x00%ae";
  const args = ["log", "--no-merges", ...(lines ? ["--shortstat"] : []), "--encoding=UTF-8", format];
  const people = new People(lines);
  const options = {
    signal,
    boundedMemory: lines,
    // A commit may name no encoding, or a wrong one.
    decode: (line: Buffer) => decodeParts([line]).join(),
    ...(background
      ? { onStart: ({ pid }: { readonly pid?: number | undefined }) => lowerPriority(pid) }
      : {}),
  };
  for await (const batch of gitLines(folder, [...args, ...selection], options)) {
    for (const line of batch) people.take(line);
  }
  return [...people.byEmail.values()];
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system does not allow it: it keeps its normal priority.
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

class People {
  readonly byEmail = new Map<string, Mutable<GitContributor>>();
  readonly #lines: boolean;
  #last: Mutable<GitContributor> | undefined;

  constructor(lines: boolean) {
    this.#lines = lines;
  }

  /** Parses a line of the log: an author, or the counts of changed lines. */
  take(line: string): void {
    if (line.startsWith("\x02")) {
      const [name = "", email = ""] = line.slice(1).split("\0");
      const none = this.#lines ? 0 : null;
      const person = this.byEmail.get(email) ?? { name, email, commits: 0, additions: none, deletions: none };
      person.commits++;
      this.byEmail.set(email, person);
      this.#last = person;
      return;
    }
    const last = this.#last;
    if (!last || last.additions === null || last.deletions === null) return;
    last.additions += Number(/(\d+) insertion/.exec(line)?.[1] ?? 0);
    last.deletions += Number(/(\d+) deletion/.exec(line)?.[1] ?? 0);
  }
}

/** Adds up entries of the same e-mail, under the first name; the sum is null where one of them has no count. */
export function mergeContributors(entries: readonly GitContributor[]): GitContributor[] {
  const people = new Map<string, GitContributor>();
  for (const entry of entries) {
    const known = people.get(entry.email);
    people.set(
      entry.email,
      known
        ? {
            ...known,
            commits: known.commits + entry.commits,
            additions: sum(known.additions, entry.additions),
            deletions: sum(known.deletions, entry.deletions),
          }
        : entry,
    );
  }
  return [...people.values()];
}

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
