import type { Account } from "../../../shared/host/accounts.ts";
import type { Redactor } from "../redactor.ts";
import type { Keychain } from "./keychain.ts";

type Keep = "keychain" | "memory";

/**
 * Tokens by account id: in the keychain between runs where the user chose so, in memory while Helve runs, nowhere
 * else.
 */
export class TokenVault {
  readonly #keychain: Keychain;
  readonly #redactor: Redactor;
  readonly #known = new Map<string, string>();
  readonly #missing = new Set<string>();

  constructor(keychain: Keychain, redactor: Redactor) {
    this.#keychain = keychain;
    this.#redactor = redactor;
  }

  /** Stores a token in memory only. */
  setInMemory(id: string, token: string): void {
    this.#redactor.add(token);
    this.#known.set(id, token);
    this.#missing.delete(id);
  }

  /** Throws ProblemError `keychain`, and then stores nothing. */
  async keep(id: string, token: string, keep: Keep): Promise<void> {
    this.#redactor.add(token);
    if (keep === "keychain") await this.#keychain.write(id, token);
    this.setInMemory(id, token);
  }

  /** Null where there is none. Throws ProblemError `keychain`. */
  async read(id: string, keep: Keep): Promise<string | null> {
    const known = this.#known.get(id);
    if (known !== undefined || keep === "memory") return known ?? null;
    const token = await this.#keychain.read(id);
    if (token === null) this.#missing.add(id);
    else this.setInMemory(id, token);
    return token;
  }

  /** The token is removed from memory even where the keychain refuses to delete it. Throws ProblemError `keychain`. */
  async forget(id: string, keep: Keep): Promise<void> {
    this.#known.delete(id);
    if (keep === "keychain") await this.#keychain.remove(id);
    this.#missing.delete(id);
  }

  /** Returns the storage of a token, as far as known without reading the keychain. */
  storage(id: string, keep: Keep): Account["token"] {
    if (keep === "keychain") return this.#missing.has(id) ? "missing" : "keychain";
    return this.#known.has(id) ? "memory" : "missing";
  }
}
