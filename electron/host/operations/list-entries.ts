import { ServiceRequestError } from "../client/service-request-error.ts";

/** Returns the text between the brackets of a JSON array. Throws ServiceRequestError where it is none. */
function innerOf(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.byteLength;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) start = 3;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  if (bytes[start] !== 0x5b || bytes[end - 1] !== 0x5d) {
    throw new ServiceRequestError({
      code: "bad_response",
      message: "A page of this list is not a list.",
    });
  }
  start++;
  end--;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The entries of a page as it was sent. */
export class ListEntries {
  /** The text between the brackets of the page's array, which is valid JSON. */
  readonly bytes: Uint8Array;
  readonly #starts: readonly number[];

  /** Throws ServiceRequestError for a page that is not an array. */
  constructor(page: Uint8Array) {
    this.bytes = innerOf(page);
    this.#starts = startsOf(this.bytes);
  }

  get length(): number {
    return this.#starts.length;
  }

  /** Returns the text of an entry. */
  at(index: number): Uint8Array {
    const next = this.#starts[index + 1];
    return this.bytes.subarray(this.#starts[index], next === undefined ? undefined : next - 1);
  }

  /** Returns what tells an entry from the others of its list: its number, or all of its text. */
  identity(index: number): string {
    return identityOf(this.at(index));
  }
}

/** Returns the offsets at which the entries of an array begin. */
function startsOf(inner: Uint8Array): number[] {
  if (inner.length === 0) return [];
  const starts = [0];
  let depth = 0;
  let isString = false;
  for (let index = 0; index < inner.length; index++) {
    const byte = inner[index];
    if (isString) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) isString = false;
    } else if (byte === 0x22) isString = true;
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c && depth === 0) starts.push(index + 1);
  }
  return starts;
}

/** A number that is the first field of an entry, which services send for what has one. */
const leadingId = /^\s*\{\s*"id"\s*:\s*(\d{1,20})\s*[,}]/;

/** An entry that was changed while its list was read keeps its number. */
function identityOf(entry: Uint8Array): string {
  const start = Buffer.from(entry.buffer, entry.byteOffset, Math.min(entry.byteLength, 64)).toString(
    "latin1",
  );
  const id = leadingId.exec(start)?.[1];
  return id ?? Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength).toString("latin1").trim();
}
