import { ProblemError } from "../../../shared/errors.ts";
import { ForbiddenAddress } from "../../system/address.ts";
import { dataLimits } from "../checks/body-check.ts";
import { collect, decodeBody, discardBody } from "../client/body.ts";
import { Limiter } from "../client/limiter.ts";
import { networkError } from "../client/network-error.ts";
import type { Network } from "../network/network.ts";

const signatures: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBP"],
  ["image/avif", 4, "ftypavif"],
  ["image/avif", 4, "ftypavis"],
  ["image/bmp", 0, "BM"],
  ["image/x-icon", 0, "\x00\x00\x01\x00"],
];

/** Returns the media type of an image by its bytes; null for anything else, whatever its server calls it. */
export function sniffImageType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  const found = signatures.find(([, at, signature]) => start.startsWith(signature, at));
  if (found) return found[0];
  // A declaration, comments and a document type may precede the element; HTML may not.
  const root = /^(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE svg[^>[]*>)*<svg[\s>]/i;
  return root.test(start) ? "image/svg+xml" : null;
}

/** An image of any public server. */
export interface ServedImage {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes of the largest image that is shown. */
export const largestImageBytes = 10_000_000;
const timeoutMs = 20_000;
const maxRedirects = 3;
const maxConcurrent = 6;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Fetches images that documents name, from public addresses only. Sends nothing that identifies the user. */
export class RemoteImageFetcher {
  readonly #network: Network;
  readonly #limiter = new Limiter(() => maxConcurrent);

  constructor(network: Network) {
    this.#network = network;
  }

  /** Returns an image of at most `limit` bytes. Throws ProblemError. */
  async fetch(text: string, signal: AbortSignal, limit = largestImageBytes): Promise<ServedImage> {
    const release = await this.#limiter.acquire(signal);
    let target = readTarget(text);
    try {
      for (let hops = 0; hops <= maxRedirects; hops++) {
        const response = await this.#request(target, signal);
        const location = response.headers.location;
        if (!redirects.has(response.statusCode)) return await readImage(target, response, limit);
        discardBody(response.body);
        target = readTarget(String(location ?? ""), target);
      }
      throw refused("Too many redirects.");
    } catch (error) {
      if (error instanceof ForbiddenAddress) throw refused("Its address is not public.");
      if (error instanceof ProblemError) throw error;
      throw networkError(error, target.host);
    } finally {
      release();
    }
  }

  async #request(target: URL, signal: AbortSignal) {
    const dispatcher = await this.#network.dispatcher(target, {
      direct: false,
      fresh: false,
      reach: "public",
    });
    return dispatcher.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: "GET",
      headers: { accept: "image/*", "accept-encoding": "gzip, br", "user-agent": "Helve" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }
}

type Response = Awaited<ReturnType<Awaited<ReturnType<Network["dispatcher"]>>["request"]>>;

/**
 * Reads the image in a response, of at most `limit` bytes. Throws ProblemError for any other type than those that Helve
 * shows.
 */
export async function readImage(
  target: URL,
  { statusCode, headers, body }: Response,
  limit = largestImageBytes,
): Promise<ServedImage> {
  if (statusCode !== 200) {
    discardBody(body);
    throw refused(`${target.host} responded with ${statusCode}.`);
  }
  body.on("error", () => {});
  const encoding = headers["content-encoding"];
  const plain = decodeBody(body, encoding === undefined ? null : String(encoding), dataLimits);
  const { chunks, size } = await collect(plain, { limit, timeoutMs });
  if (size > limit) {
    plain.destroy();
    body.destroy();
    throw tooLargeImage(limit);
  }
  const bytes = Buffer.concat(chunks);
  const type = sniffImageType(bytes);
  if (type === null) throw refused(`${target.host} did not send an image that Helve can show.`);
  return { type, bytes };
}

/** The failure of an image of more than `limit` bytes. */
export const tooLargeImage = (limit = largestImageBytes): ProblemError =>
  new ProblemError({ code: "too_large", message: `The image is larger than ${limit / 1_000_000} MB.` });

/** Returns a web address without user and password; TLS is not downgraded. Throws ProblemError. */
function readTarget(text: string, from?: URL): URL {
  if (!URL.canParse(text, from?.href)) throw refused("Its address cannot be read.");
  const target = new URL(text, from);
  const isWeb = target.protocol === "https:" || (target.protocol === "http:" && from?.protocol !== "https:");
  if (!isWeb || target.username || target.password) throw refused("Its address is not a web address.");
  return target;
}

const refused = (why: string): ProblemError =>
  new ProblemError({ code: "refused", message: `The image was not loaded. ${why}` });
