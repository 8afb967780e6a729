/**
 * A least-recently-used cache; its values together weigh at most `limit` (one each without `weigh`). Our own 30 lines, on
 * `Map`'s order: lru-cache changed its licence from ISC to BlueOak with 11.2.4, and a version pinned below that would get
 * no mending.
 */
export class Cache<V extends {}> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #entries = new Map<string, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Caches a value with its current weight. The newest stays whatever it weighs. */
  set(key: string, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || oldest === key) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
