import { Cache } from "./cache.ts";
import { acrossRepositories, type GitFolder } from "./git-folder.ts";
import { gitLines } from "./git-stream.ts";
import { historyScope } from "./history-scope.ts";
import { walkHistory } from "./maintenance.ts";
import type { Repository } from "./repository.ts";

/** Cached by both hashes: histories never change. */
const counted = acrossRepositories(() => new Cache<Divergence>(10_000));

/**
 * Returns how far commits are ahead of and behind `base`, by their hashes. One walk of git counts all of them: it lists
 * the commits that any of them has, children first, and ends where all that remains is shared. (git's own
 * `%(ahead-behind)`, since 2.41, takes the same time and only refs.) `signal` ends git.
 */
export async function countAheadBehind(
  repository: Repository,
  commits: readonly string[],
  base: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Divergence>> {
  const all = new Map<string, Divergence>([[base, { ahead: 0, behind: 0 }]]);
  const scope = historyScope(repository);
  const keyOf = (commit: string) => `${scope}${commit} ${base}`;
  const missing: string[] = [];
  for (const commit of new Set(commits)) {
    const known = counted(repository).get(keyOf(commit));
    if (known) all.set(commit, known);
    else if (commit !== base) missing.push(commit);
  }
  if (missing.length === 0) return all;
  const descent = new DescentWalk(base, missing);
  const tips = [base, ...missing];
  await walkHistory(repository, tips, () =>
    readHistory(repository, tips, (id, parents) => descent.take(id, parents), signal),
  );
  missing.forEach((commit, index) => {
    const divergence = descent.divergence(index);
    counted(repository).set(keyOf(commit), divergence);
    all.set(commit, divergence);
  });
  return all;
}

/** Calls `take` with the commits of `tips`, children before parents, until it returns false. */
async function readHistory(
  repository: GitFolder,
  tips: readonly string[],
  take: (id: string, parents: readonly string[]) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const args = ["rev-list", "--topo-order", "--parents", "--stdin"];
  const input = tips.map((tip) => `${tip}\n`).join("");
  for await (const lines of gitLines(repository, args, { input, signal })) {
    for (const line of lines) {
      const [id = "", ...parents] = line.split(" ");
      if (!take(id, parents)) return;
    }
  }
}

/** Commits that one commit has and another one lacks, and the other way round. */
interface Divergence {
  readonly ahead: number;
  readonly behind: number;
}

/**
 * Counts how far commits are ahead of and behind a base while the history is read, children before parents. For each
 * commit it is known which of the tips descend from it, one bit for each; bit 0 is the base.
 */
class DescentWalk {
  readonly #words: number;
  readonly #full: Uint32Array;
  readonly #ahead: Uint32Array;
  readonly #behind: Uint32Array;
  /** Tips above each commit that was named as a parent and not read yet. */
  readonly #pending = new Map<string, Uint32Array>();
  /** Pending commits that not all tips descend from. */
  #open = 0;

  constructor(base: string, commits: readonly string[]) {
    this.#words = Math.ceil((commits.length + 1) / 32);
    this.#full = new Uint32Array(this.#words);
    this.#ahead = new Uint32Array(commits.length);
    this.#behind = new Uint32Array(commits.length);
    const tips = [base, ...commits];
    for (const bit of tips.keys()) setBit(this.#full, bit);
    tips.forEach((commit, bit) => {
      const own = new Uint32Array(this.#words);
      setBit(own, bit);
      this.#add(commit, own);
    });
  }

  /** Adds the next commit. Returns whether later ones can change the result. */
  take(id: string, parents: readonly string[]): boolean {
    const tips = this.#pending.get(id);
    if (!tips) return true;
    this.#pending.delete(id);
    if (!this.#isFull(tips)) {
      this.#open--;
      this.#count(tips);
    }
    for (const parent of parents) this.#add(parent, tips);
    return this.#open > 0;
  }

  /** Returns how far the commit of this position is from the base, once the walk has ended. */
  divergence(index: number): Divergence {
    return { ahead: this.#ahead[index] ?? 0, behind: this.#behind[index] ?? 0 };
  }

  #add(commit: string, tips: Uint32Array): void {
    const known = this.#pending.get(commit);
    if (!known) {
      this.#pending.set(commit, tips.slice());
      if (!this.#isFull(tips)) this.#open++;
      return;
    }
    const open = !this.#isFull(known);
    for (let word = 0; word < this.#words; word++) known[word] = (known[word] ?? 0) | (tips[word] ?? 0);
    if (open && this.#isFull(known)) this.#open--;
  }

  #count(tips: Uint32Array): void {
    const inBase = hasBit(tips, 0);
    for (let index = 0; index < this.#ahead.length; index++) {
      if (hasBit(tips, index + 1) === inBase) continue;
      const counts = inBase ? this.#behind : this.#ahead;
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }

  #isFull(tips: Uint32Array): boolean {
    return this.#full.every((word, index) => tips[index] === word);
  }
}

const setBit = (bits: Uint32Array, bit: number): void => {
  bits[bit >> 5] = (bits[bit >> 5] ?? 0) | (1 << (bit & 31));
};

const hasBit = (bits: Uint32Array, bit: number): boolean => ((bits[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0;
