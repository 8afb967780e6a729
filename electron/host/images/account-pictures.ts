import { ProblemError } from "../../../shared/errors.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { Limiter } from "../client/limiter.ts";
import { networkError } from "../client/network-error.ts";
import type { Network } from "../network/network.ts";
import type { Destinations } from "../questions/destinations.ts";
import { type RemoteImageFetcher, readImage, type ServedImage } from "./remote-images.ts";

const timeoutMs = 20_000;
const maxConcurrent = 4;

/** Bytes of the largest avatar that is shown: services accept 200 KB. */
const maxAvatarBytes = 1_000_000;
/** Bytes and number of the avatars in memory, of all accounts. */
const maxStored = { bytes: 16_000_000, count: 1_000 };

/** Path of an avatar below the service's own: since 9.0 with `/-/system`, before without. */
const avatarPath = /^\/uploads\/(?:-\/)?(?:system\/)?(?:user|project|group)\/avatar\/\d+\/[^/]+$/;

interface PictureParts {
  readonly accounts: Accounts;
  readonly network: Network;
  readonly destinations: Pick<Destinations, "checkImage">;
  readonly images: RemoteImageFetcher;
}

/** Fetches pictures for an account: from its own service, and avatars also from hosts whose images the user allowed. */
export class AccountPictures {
  readonly #parts: PictureParts;
  readonly #limiter = new Limiter(() => maxConcurrent);
  /** Avatars by account and address, the ones used last at the end. */
  readonly #stored = new Map<string, ServedImage>();
  #storedBytes = 0;

  constructor(parts: PictureParts) {
    this.#parts = parts;
  }

  /** Throws ProblemError; `refused` for what is not at the service's own address, and for a redirect. */
  async fetch(id: string, address: string, signal: AbortSignal): Promise<ServedImage> {
    const account = this.#parts.accounts.get(id);
    const target = pictureOf(new URL(account.url), address);
    return this.#request(account, target, signal);
  }

  /**
   * Returns an avatar: of the account's own service with its token, of any other host only where its images are allowed.
   * Throws ProblemError.
   */
  async fetchAvatar(id: string, address: string, signal: AbortSignal): Promise<ServedImage> {
    const account = this.#parts.accounts.get(id);
    const base = new URL(account.url);
    const target = URL.canParse(address, base.href) ? new URL(address, base) : null;
    const key = `${id} ${account.url} ${target?.href}`;
    const stored = this.#stored.get(key);
    if (stored) {
      this.#stored.delete(key);
      this.#stored.set(key, stored);
      return stored;
    }
    const image =
      target && target.origin !== base.origin
        ? await this.#fetchElsewhere(target, signal)
        : await this.#fetchOwn(account, address, signal);
    this.#store(key, image);
    return image;
  }

  #fetchElsewhere(target: URL, signal: AbortSignal): Promise<ServedImage> {
    this.#parts.destinations.checkImage(target.href);
    return this.#parts.images.fetch(target.href, signal, maxAvatarBytes);
  }

  async #fetchOwn(account: PictureAccount, address: string, signal: AbortSignal): Promise<ServedImage> {
    const target = pictureOf(new URL(account.url), address);
    const token = isAvatarPath(new URL(account.url), target)
      ? await this.#parts.accounts.token(account.id)
      : undefined;
    return this.#request(account, target, signal, { token, limit: maxAvatarBytes });
  }

  #store(key: string, image: ServedImage): void {
    this.#stored.set(key, image);
    this.#storedBytes += image.bytes.byteLength;
    for (const [oldest, { bytes }] of this.#stored) {
      if (this.#storedBytes <= maxStored.bytes && this.#stored.size <= maxStored.count) return;
      this.#stored.delete(oldest);
      this.#storedBytes -= bytes.byteLength;
    }
  }

  async #request(
    account: PictureAccount,
    target: URL,
    signal: AbortSignal,
    { token, limit }: { readonly token?: string | undefined; readonly limit?: number } = {},
  ): Promise<ServedImage> {
    const release = await this.#limiter.acquire(signal);
    try {
      const dispatcher = await this.#parts.network.dispatcher(target, {
        direct: account.kind === "local",
        fresh: false,
      });
      const response = await dispatcher.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: "GET",
        headers: {
          accept: "image/*",
          "accept-encoding": "identity",
          "user-agent": "Helve",
          ...(token === undefined ? {} : { "private-token": token }),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      return await readImage(target, response, limit);
    } catch (error) {
      throw error instanceof ProblemError ? error : networkError(error, target.host);
    } finally {
      release();
    }
  }
}

type PictureAccount = ReturnType<Accounts["get"]>;

const rootOf = (base: URL): string => base.pathname.replace(/\/$/, "");

/** Returns whether a token may be sent with the request: slashes that are escaped could lead out of the folder. */
const isAvatarPath = (base: URL, target: URL): boolean =>
  avatarPath.test(target.pathname.slice(rootOf(base).length)) && !/%(?:2f|5c|2e)/i.test(target.pathname);

/** Returns an address below the service's own that is not an operation. Throws ProblemError for any other. */
function pictureOf(base: URL, address: string): URL {
  const root = rootOf(base);
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
