import { ProblemError } from "../../../shared/errors.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { Limiter } from "../client/limiter.ts";
import { networkError } from "../client/network-error.ts";
import type { Network } from "../network/network.ts";
import { readImage, type ServedImage } from "./remote-images.ts";

const timeoutMs = 20_000;
const maxConcurrent = 4;

/** Fetches avatars from an account's own service, without its token. */
export class AccountPictures {
  readonly #accounts: Accounts;
  readonly #network: Network;
  readonly #limiter = new Limiter(() => maxConcurrent);

  constructor(accounts: Accounts, network: Network) {
    this.#accounts = accounts;
    this.#network = network;
  }

  /** Throws ProblemError; `refused` for what is not at the service's own address, and for a redirect. */
  async fetch(id: string, address: string, signal: AbortSignal): Promise<ServedImage> {
    const account = this.#accounts.get(id);
    const target = pictureOf(new URL(account.url), address);
    const release = await this.#limiter.acquire(signal);
    try {
      const dispatcher = await this.#network.dispatcher(target, {
        direct: account.kind === "local",
        fresh: false,
      });
      const response = await dispatcher.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: "GET",
        headers: { accept: "image/*", "accept-encoding": "identity", "user-agent": "Helve" },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      return await readImage(target, response);
    } catch (error) {
      throw error instanceof ProblemError ? error : networkError(error, target.host);
    } finally {
      release();
    }
  }
}

/** Returns an address below the service's own that is not an operation. Throws ProblemError for any other. */
function pictureOf(base: URL, address: string): URL {
  const root = base.pathname.replace(/\/$/, "");
  const target = URL.canParse(address, base.href) ? new URL(address, base) : null;
  const isOwn =
    target?.origin === base.origin &&
    !target.username &&
    target.pathname.startsWith(`${root}/`) &&
    !target.pathname.startsWith(`${root}/api/`);
  if (target && isOwn) return target;
  throw new ProblemError({
    code: "refused",
    message: "The picture is not on the account's own service, so it was not loaded.",
  });
}
