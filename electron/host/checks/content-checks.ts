import { createHash, type Hash } from "node:crypto";
import { type BodyCheck, BodyDefect } from "./body-defect.ts";

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
