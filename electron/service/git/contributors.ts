import type { ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { isAncestor } from "./ancestry.ts";
import { Cache, SingleFlight } from "./cache.ts";
import { decodeParts } from "./detect-and-decode.ts";
import { ifTooLarge } from "./git-errors.ts";
import { acrossRepositories, perRepository } from "./git-folder.ts";
import { gitLines } from "./git-stream.ts";
import { historyScope } from "./history-scope.ts";
import { ifMissing } from "./missing-object.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

interface Count {
  readonly head: string;
  readonly people: readonly GitContributor[];
  /** Whether changed lines are counted. */
  readonly lines: boolean;
  /** Whether they are to be counted in the background: not where git needs more memory for them than it may use. */
  readonly isDue: boolean;
}

/** Cached by commit: its history never changes. */
const counted = acrossRepositories(() => new Cache<Count>(8));
/** Head that was counted last, by repository: newer commits are added to it. */
const last = acrossRepositories(() => new Cache<Count>(32));
const counting = acrossRepositories(() => new SingleFlight<Count>());
/** Whether lines of a repository are being counted in the background. */
const backgroundCount = perRepository(() => ({ isRunning: false }));

/** Commits beyond which changed lines are counted in the background: each commit is compared with its parent. */
const maxCompared = 10_000;

/**
 * Returns everybody who authored a commit that is reachable from `head`, merges left out, in order of the first one met.
 * In very long histories `additions` and `deletions` are null until they were counted in the background. `signal` ends
 * git where nobody else waits for the same.
 */
export async function countContributors(
  repository: Repository,
  head: string,
  signal?: AbortSignal,
): Promise<readonly GitContributor[]> {
  const known = counted(repository).get(keyOf(repository, head));
  if (known) return known.people;
  const found = await counting(repository).run(keyOf(repository, head), signal, (shared) =>
    count(repository, head, shared),
  );
  keep(repository, found);
  if (found.isDue) countInBackground(repository, head);
  return found.people;
}

/** Returns the cache key of a head; in a shallow clone it includes the extent of the history. */
const keyOf = (repository: Repository, head: string): string => historyScope(repository) + head;
const repositoryKeyOf = (repository: Repository): string => repository.folder + historyScope(repository);

function keep(repository: Repository, count: Count): void {
  counted(repository).set(keyOf(repository, count.head), count);
  last(repository).set(repositoryKeyOf(repository), count);
}

async function count(repository: Repository, head: string, signal: AbortSignal): Promise<Count> {
  const before = last(repository).get(repositoryKeyOf(repository));
  const since = before && (await isAncestor(repository, before.head, head, signal)) ? before : null;
  const selection = since ? [head, `^${since.head}`] : [head];
  const isPartial = since !== null && !since.lines;
  const isDue = isPartial ? since.isDue : await isLong(repository, selection, signal);
  const readWith = (counted: boolean) => readContributors(repository, selection, { lines: counted, signal });
  const people = (read: readonly GitContributor[]) => mergeContributors([...read, ...(since?.people ?? [])]);
  const whole =
    isPartial || isDue ? null : await readWith(true).catch(ifMissing(null)).catch(ifTooLarge(null));
  if (whole) return { head, lines: true, isDue: false, people: people(whole) };
  return { head, lines: false, isDue, people: people(await readWith(false)) };
}

/** Counts changed lines in the background; the next request for this or a later head gets them. */
function countInBackground(repository: Repository, head: string): void {
  const background = backgroundCount(repository);
  if (background.isRunning) return;
  background.isRunning = true;
  readContributors(repository, [head], { lines: true, signal: repository.git.ending, background: true })
    .then((read) => {
      const later = last(repository).get(repositoryKeyOf(repository));
      if (later && !later.lines) counted(repository).delete(keyOf(repository, later.head));
      keep(repository, { head, lines: true, isDue: false, people: mergeContributors(read) });
    })
    .catch(ifTooLarge(undefined))
    .then(() => {
      const later = last(repository).get(repositoryKeyOf(repository));
      if (later?.isDue) last(repository).set(repositoryKeyOf(repository), { ...later, isDue: false });
    })
    // Until it succeeds the counts are null.
    .catch(() => undefined)
    .finally(() => {
      background.isRunning = false;
    });
}

async function isLong(
  repository: Repository,
  selection: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const args = ["rev-list", "--no-merges", `--max-count=${maxCompared + 1}`, "--count", ...selection];
  return Number(await gitText(repository, args, { signal })) > maxCompared;
}

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
async function readContributors(
  repository: Repository,
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
    ...(background ? { onStart: ({ pid }: ChildProcess) => lowerPriority(pid) } : {}),
  };
  for await (const batch of gitLines(repository, [...args, ...selection], options)) {
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
function mergeContributors(entries: readonly GitContributor[]): GitContributor[] {
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
