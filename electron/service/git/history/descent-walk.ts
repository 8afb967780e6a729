/** Commits that one commit has and another one lacks, and the other way round. */
export interface Divergence {
  readonly ahead: number;
  readonly behind: number;
}

/**
 * Counts how far commits are ahead of and behind a base while the history is read, children before parents. For each
 * commit it is known which of the tips descend from it, one bit for each; bit 0 is the base.
 */
export class DescentWalk {
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
