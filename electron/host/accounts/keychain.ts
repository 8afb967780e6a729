import { ProblemError } from "../../../shared/errors.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import type { Redactor } from "../diagnostics/redactor.ts";

/** Stores tokens between runs, one for each account id. */
export interface Keychain {
  available(): Promise<boolean>;
  /** Null where there is none. */
  read(account: string): Promise<string | null>;
  write(account: string, token: string): Promise<void>;
  remove(account: string): Promise<void>;
}

const service = "helve";
/** Milliseconds that a locked keychain waits for its user before the operation fails. */
const maxWaitMs = 120_000;
const probeTimeoutMs = 5000;
const probeAgeMs = 30_000;

/**
 * The keychain of the operating system. On Linux only the Secret Service counts: the kernel's keyring, which the
 * library would fall back to, forgets everything when the machine stops. Every failure is the problem `keychain`.
 */
export class SystemKeychain implements Keychain {
  #probe: { isAvailable: Promise<boolean>; until: number } | undefined;

  available(): Promise<boolean> {
    if (!this.#probe || this.#probe.until < Date.now()) {
      const isAvailable = within(probeTimeoutMs, async () =>
        (await entry("availability")).getPassword(),
      ).then(
        () => true,
        () => false,
      );
      this.#probe = { isAvailable, until: Date.now() + probeAgeMs };
    }
    return this.#probe.isAvailable;
  }

  read(account: string): Promise<string | null> {
    return within(maxWaitMs, async () => (await entry(account)).getPassword());
  }

  write(account: string, token: string): Promise<void> {
    return within(maxWaitMs, async () => (await entry(account)).setPassword(token));
  }

  async remove(account: string): Promise<void> {
    await within(maxWaitMs, async () => (await entry(account)).deleteCredential());
  }
}

/** The library is loaded when a token is first read: a start without one does without its native part. */
async function entry(account: string) {
  const { AsyncEntry } = await import("@napi-rs/keyring");
  return new AsyncEntry(service, account, { linux: { store: "secret-service" } });
}

async function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the keychain does not respond")), milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    throw new ProblemError({
      code: "keychain",
      message: "No system keychain available, so the token cannot be kept between runs.",
      detail: error instanceof Error ? error.message : String(error),
      retry: true,
    });
  } finally {
    clearTimeout(timer);
  }
}

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
