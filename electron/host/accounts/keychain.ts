import { AsyncEntry } from "@napi-rs/keyring";
import { ProblemError } from "../../../shared/errors.ts";

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
      const isAvailable = within(probeTimeoutMs, () => entry("availability").getPassword()).then(
        () => true,
        () => false,
      );
      this.#probe = { isAvailable, until: Date.now() + probeAgeMs };
    }
    return this.#probe.isAvailable;
  }

  read(account: string): Promise<string | null> {
    return within(maxWaitMs, () => entry(account).getPassword());
  }

  write(account: string, token: string): Promise<void> {
    return within(maxWaitMs, () => entry(account).setPassword(token));
  }

  async remove(account: string): Promise<void> {
    await within(maxWaitMs, () => entry(account).deleteCredential());
  }
}

const entry = (account: string) => new AsyncEntry(service, account, { linux: { store: "secret-service" } });

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
