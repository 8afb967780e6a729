import type { BodyCheck } from "./body-check.ts";
import { maxDepth } from "./json-check.ts";
import type { ShallowObject } from "./shallow-objects.ts";

/** Bytes of the longest body that is parsed to be checked: its values take a few times as much memory. */
const maxParsedBytes = 1024 * 1024;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Conditions on the value of a body. */
interface JsonConditions {
  /** Returns whether a value is of the required type. */
  readonly isOfKind: (value: unknown) => boolean;
  /** Returns whether an object is what was requested; null is any other value in its place. */
  readonly isRequested: (object: ShallowObject) => boolean;
}

/**
 * Checks the JSON of a body that is read to its end before any of it is used. A short one is parsed, once, by the
 * runtime's own parser, which is several times faster than a look at each byte; `bytewise` decides on a longer one as it
 * arrives, and on one that fails here, with the words of its defect.
 */
export class WholeJsonCheck implements BodyCheck {
  readonly #conditions: JsonConditions;
  readonly #bytewise: BodyCheck;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #value: unknown;

  constructor(conditions: JsonConditions, bytewise: BodyCheck) {
    this.#conditions = conditions;
    this.#bytewise = bytewise;
  }

  /** The value of the body that was checked; undefined where it was not parsed. */
  get value(): unknown {
    return this.#value;
  }

  chunk(bytes: Uint8Array): void {
    const isShort = this.#size <= maxParsedBytes;
    this.#size += bytes.byteLength;
    if (!isShort) this.#bytewise.chunk(bytes);
    else {
      this.#chunks.push(bytes);
      if (this.#size > maxParsedBytes) this.#takeChunks();
    }
  }

  end(): void {
    const isShort = this.#size <= maxParsedBytes;
    const value = isShort ? parse(this.#chunks) : undefined;
    if (value !== undefined && this.#fits(value)) this.#value = value;
    else {
      if (isShort) this.#takeChunks();
      this.#bytewise.end();
    }
    this.#chunks = [];
  }

  #takeChunks(): void {
    for (const chunk of this.#chunks) this.#bytewise.chunk(chunk);
    this.#chunks = [];
  }

  #fits(value: unknown): boolean {
    const { isOfKind, isRequested } = this.#conditions;
    if (!isOfKind(value) || !isWithin(value, maxDepth)) return false;
    return Array.isArray(value)
      ? value.every((entry: unknown) => isRequested(objectOf(entry)))
      : isRequested(objectOf(value));
  }
}

/** Returns the value of a JSON text in UTF-8, undefined where it is none. */
function parse(chunks: readonly Uint8Array[]): unknown {
  const [first] = chunks;
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

const objectOf = (value: unknown): ShallowObject =>
  typeof value === "object" && !Array.isArray(value) ? (value as ShallowObject) : null;

/** Returns whether lists and objects are nested no deeper than a number of levels. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) if (!isWithin(part, levels - 1)) return false;
  return true;
}
