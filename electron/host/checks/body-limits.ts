import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { type BodyCheck, OversizedBody } from "./body-defect.ts";

/** Bounds of a body after it was decompressed. */
export interface BodyLimits {
  readonly bytes: number;
  /** Largest multiple of its compressed size, from `ratioFrom` bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

const mebibyte = 1024 * 1024;
/** Data of a service is a few times larger than its compressed form; what repeats one letter is 1,000 times larger. */
const dataRatio = { ratio: 200, ratioFrom: 4 * mebibyte };

/** JSON that is buffered: to be checked whole, cached, and parsed by the page. */
export const dataLimits: BodyLimits = { bytes: 64 * mebibyte, ...dataRatio };
/** One page of a list, of which several are read at once. */
export const listPageLimits: BodyLimits = { bytes: 32 * mebibyte, ...dataRatio };
/** JSON that the page reads as a stream, such as the changes of thousands of files. */
export const streamedDataLimits: BodyLimits = { bytes: 256 * mebibyte, ...dataRatio };
/** Files, archives and logs, which are streamed to the page or to disk. No format but gzip of gzip reaches the ratio. */
export const fileLimits: BodyLimits = {
  bytes: Number.POSITIVE_INFINITY,
  ratio: 2_000,
  ratioFrom: 64 * mebibyte,
};

/** Returns the bounds of an operation's response, by its kind. */
export function limitsOf({ response, paged }: AnyOperation): BodyLimits {
  if (response.kind !== "json") return fileLimits;
  if (response.streamed) return streamedDataLimits;
  return paged ? listPageLimits : dataLimits;
}

/** Checks that a body has no more bytes than a limit allows. */
export class LimitCheck implements BodyCheck {
  readonly #limit: number;
  #seen = 0;

  constructor({ bytes }: BodyLimits) {
    this.#limit = bytes;
  }

  chunk(bytes: Uint8Array): void {
    this.#seen += bytes.byteLength;
    if (this.#seen > this.#limit) throw oversized(this.#limit);
  }

  end(): void {}
}

/** Returns the defect of a body with more bytes than a limit. */
export const oversized = (limit: number): OversizedBody =>
  new OversizedBody(`is larger than ${inMegabytes(limit)}`);

/** Returns a size as text, such as "64 MB". */
export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / mebibyte)} MB`;
