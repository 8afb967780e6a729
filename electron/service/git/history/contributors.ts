import { Cache } from "../cache.ts";
import { backgroundSignal } from "../maintenance.ts";
import { ifMissing } from "../objects/missing-object.ts";
import { historyScope } from "../originals/history-scope.ts";
import type { Repository } from "../repository.ts";
import { isAncestor } from "../rev-list.ts";
import { gitText } from "../run.ts";
import { SingleFlight } from "../single-flight.ts";
import { ifTooLarge } from "../too-large.ts";
import { type GitContributor, mergeContributors, readContributors } from "./contributor-log.ts";

export type { GitContributor } from "./contributor-log.ts";

interface Count {
  readonly head: string;
  readonly people: readonly GitContributor[];
  /** Whether changed lines are counted. */
  readonly lines: boolean;
}

/** Cached by commit: its history never changes. */
const counted = new Cache<Count>(8);
/** Head that was counted last, by repository: newer commits are added to it. */
const last = new Cache<Count>(32);
const counting = new SingleFlight<Count>();
/** Repositories whose lines are being counted in the background. */
const countedInBackground = new Set<string>();

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
  const known = counted.get(keyOf(repository, head));
  if (known) return known.people;
  const found = await counting.run(keyOf(repository, head), signal, (shared) =>
    count(repository, head, shared),
  );
  keep(repository, found);
  if (!found.lines) countInBackground(repository, head);
  return found.people;
}

/** Returns the cache key of a head; in a shallow clone it includes the extent of the history. */
const keyOf = ({ folder }: Repository, head: string): string => historyScope(folder) + head;
const repositoryKeyOf = ({ folder }: Repository): string => folder + historyScope(folder);

function keep(repository: Repository, count: Count): void {
  counted.set(keyOf(repository, count.head), count);
  last.set(repositoryKeyOf(repository), count);
}

async function count(repository: Repository, head: string, signal: AbortSignal): Promise<Count> {
  const before = last.get(repositoryKeyOf(repository));
  const since = before && (await isAncestor(repository, before.head, head, signal)) ? before : null;
  const selection = since ? [head, `^${since.head}`] : [head];
  const lines = (since?.lines ?? true) && !(await isLong(repository, selection, signal));
  const readWith = (counted: boolean) => readContributors(repository, selection, { lines: counted, signal });
  const people = (read: readonly GitContributor[]) => mergeContributors([...read, ...(since?.people ?? [])]);
  const whole = lines ? await readWith(true).catch(ifMissing(null)).catch(ifTooLarge(null)) : null;
  if (whole) return { head, lines, people: people(whole) };
  return { head, lines: false, people: people(await readWith(false)) };
}

/** Counts changed lines in the background; the next request for this or a later head gets them. */
function countInBackground(repository: Repository, head: string): void {
  if (countedInBackground.has(repository.folder)) return;
  countedInBackground.add(repository.folder);
  readContributors(repository, [head], { lines: true, signal: backgroundSignal(), background: true })
    .then((read) => {
      const later = last.get(repositoryKeyOf(repository));
      if (later && !later.lines) counted.delete(keyOf(repository, later.head));
      keep(repository, { head, lines: true, people: mergeContributors(read) });
    })
    // Until it succeeds the counts are null.
    .catch(() => undefined)
    .finally(() => countedInBackground.delete(repository.folder));
}

async function isLong(
  { folder }: Repository,
  selection: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const args = ["rev-list", "--no-merges", `--max-count=${maxCompared + 1}`, "--count", ...selection];
  return Number(await gitText(folder, args, { signal })) > maxCompared;
}
