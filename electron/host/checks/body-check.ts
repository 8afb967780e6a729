import { createHash, type Hash } from "node:crypto";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";

/** Defect of a body. The message completes "a response that …". */
export class BodyDefect extends Error {
  /** Whether it is a body of another content type, such as a login page, which a retry does not change. */
  readonly otherType: boolean;
  constructor(message: string, otherType = false) {
    super(message);
    this.name = "BodyDefect";
    this.otherType = otherType;
  }
}

/** A body beyond a limit of Helve (`body-check.ts`), which a retry does not change either. */
export class OversizedBody extends BodyDefect {}

/** Checks a body as its bytes arrive, buffering no more than it has to. Both methods throw {@link BodyDefect}. */
export interface BodyCheck {
  chunk(bytes: Uint8Array): void;
  /** Checks the end of the body. */
  end(): void;
}

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
const listPageLimits: BodyLimits = { bytes: 32 * mebibyte, ...dataRatio };
/** JSON that the page reads as a stream, such as the changes of thousands of files. */
const streamedDataLimits: BodyLimits = { bytes: 256 * mebibyte, ...dataRatio };
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

/** Checks that a body has a number of bytes. */
export class SizeCheck implements BodyCheck {
  readonly #expected: number;
  #seen = 0;

  constructor(expected: number) {
    this.#expected = expected;
  }

  chunk(bytes: Uint8Array): void {
    this.#seen += bytes.byteLength;
    if (this.#seen > this.#expected) throw new BodyDefect(`is longer than its ${this.#expected} bytes`);
  }

  end(): void {
    if (this.#seen < this.#expected) {
      throw new BodyDefect(`ends after ${this.#seen} of ${this.#expected} bytes`);
    }
  }
}

/** Checks that a body is not empty. */
export class ContentCheck implements BodyCheck {
  #isEmpty = true;

  chunk(bytes: Uint8Array): void {
    if (bytes.byteLength > 0) this.#isEmpty = false;
  }

  end(): void {
    if (this.#isEmpty) throw new BodyDefect("is empty");
  }
}

/** Checks a body against its SHA-256 in hexadecimal digits. */
export class Sha256Check implements BodyCheck {
  readonly #expected: string;
  readonly #hash = createHash("sha256");

  constructor(expected: string) {
    this.#expected = expected.toLowerCase();
  }

  chunk(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  end(): void {
    if (this.#hash.digest("hex") !== this.#expected) throw altered();
  }
}

/** Bytes of a blob of unknown size that are buffered: its hash needs the size first. */
const maxBufferedBytes = 64 * 1024 * 1024;

/**
 * Checks a body against git's id of a blob, of SHA-1 or SHA-256. The id covers the size, so that without `size` the
 * bytes are buffered until the end; where they are too many, the end throws.
 */
export class GitBlobCheck implements BodyCheck {
  readonly #expected: string;
  #hash: Hash | undefined;
  #buffered: Uint8Array[] = [];
  #size = 0;

  constructor(expected: string, size: number | null) {
    this.#expected = expected;
    if (size !== null) this.#hash = this.#begin(size);
  }

  chunk(bytes: Uint8Array): void {
    this.#size += bytes.byteLength;
    if (this.#hash) this.#hash.update(bytes);
    else if (this.#size <= maxBufferedBytes) this.#buffered.push(bytes);
    else this.#buffered = [];
  }

  end(): void {
    if (!this.#hash && this.#size > maxBufferedBytes) throw new BodyDefect("is too large to be checked");
    const hash = this.#hash ?? this.#begin(this.#size);
    for (const bytes of this.#buffered) hash.update(bytes);
    if (hash.digest("hex") !== this.#expected) throw altered();
  }

  #begin(size: number): Hash {
    return createHash(this.#expected.length === 64 ? "sha256" : "sha1").update(`blob ${size}\0`);
  }
}

const altered = () => new BodyDefect("does not match its hash");

/** Leading bytes that are checked. */
export const startBytes = 512;
/** A byte-order mark, as Latin-1 reads it, and white space may come first. */
const beginning = /^[\s\u00ef\u00bb\u00bf]*<(!doctype\s+html|html[\s>])/i;

/** Throws {@link BodyDefect} where a body begins like a web page: a login page or a captive portal. */
export function refuseWebPage(start: Uint8Array): void {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, startBytes));
  if (beginning.test(text.toString("latin1"))) throw new BodyDefect("is a web page", true);
}

/** Refuses a web page in a body that has no type. */
export class WebPageCheck implements BodyCheck {
  #start = Buffer.alloc(0);

  chunk(bytes: Uint8Array): void {
    if (this.#start.byteLength >= startBytes) return;
    this.#start = Buffer.concat([this.#start, bytes]).subarray(0, startBytes);
    refuseWebPage(this.#start);
  }

  end(): void {}
}
