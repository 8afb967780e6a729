/**
 * Values that one owner, such as a service or a repository, has in memory. A module declares a kind of value by the function
 * that makes it; each owner has one of its own, made when it is first needed and gone with the owner.
 */
export class Memory {
  readonly #values = new Map<unknown, unknown>();

  /** Returns the owner's value of a kind. `make` is the kind: the same function returns the same value. */
  of<O, T>(make: (owner: O) => T, owner: O): T {
    if (!this.#values.has(make)) this.#values.set(make, make(owner));
    return this.#values.get(make) as T;
  }
}
