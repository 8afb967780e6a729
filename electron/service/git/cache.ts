/** Keeps the values that were used last, at most `limit` of them. */
export class Cache<V extends {}> {
  readonly #limit: number;
  readonly #entries = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const oldest = this.#entries.size > this.#limit ? this.#entries.keys().next() : undefined;
    if (oldest && !oldest.done) this.#entries.delete(oldest.value);
  }
}
