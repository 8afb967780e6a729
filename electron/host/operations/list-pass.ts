import { readPaging } from "../../../shared/api/contract/paging.ts";
import type { ListGap } from "../../../shared/host/accounts.ts";
import type { ResponseSource } from "./response-headers.ts";
import type { ListPage, MissingRest } from "./walk-pages.ts";

/** Bytes and entries of a whole list that are read at once. */
const maxListBytes = 64 * 1024 * 1024;
const maxListEntries = 500_000;

const comma = new TextEncoder().encode(",");
const worst: readonly ResponseSource[] = ["network", "revalidated", "cache"];

/** One read of all pages of a list: each entry once, and what contradicts that these are all. */
export class ListPass {
  readonly #chunks: Uint8Array[] = [];
  readonly #seen = new Set<string>();
  readonly #maySkip: boolean;
  #size = 0;
  #entries = 0;
  #repeated = 0;
  #pages = 0;
  #hasEmptyPage = false;
  #lowest: number | null = null;
  #highest: number | null = null;
  source: ResponseSource = "network";
  /** Age of the oldest page in seconds. */
  age = 0;

  /** `maySkip`: services count entries of this list that they then do not send. */
  constructor(maySkip: boolean) {
    this.#maySkip = maySkip;
  }

  get entries(): number {
    return this.#entries;
  }

  /** Adds a page. Returns false, without its entries, where the list is larger than is read at once. */
  add({ response, entries, isBeyond = false }: ListPage): boolean {
    if (worst.indexOf(response.source) > worst.indexOf(this.source)) this.source = response.source;
    this.age = Math.max(this.age, response.age);
    const { total } = readPaging(response.headers);
    if (total !== null) {
      this.#lowest = Math.min(this.#lowest ?? total, total);
      this.#highest = Math.max(this.#highest ?? total, total);
    }
    const { bytes, length } = entries;
    if (this.#size + bytes.byteLength > maxListBytes || this.#entries + length > maxListEntries) return false;
    this.#pages++;
    if (length === 0 && !isBeyond) this.#hasEmptyPage = true;
    const added: number[] = [];
    for (let index = 0; index < length; index++) if (this.#isNew(entries.identity(index))) added.push(index);
    this.#repeated += length - added.length;
    this.#entries += added.length;
    // Mostly all of them, which stay one piece.
    if (added.length === length) this.#push(bytes);
    else for (const index of added) this.#push(entries.at(index));
    return true;
  }

  /** Returns whether the pages contradict each other or their total, as they also do while somebody changes the list. */
  get isDoubtful(): boolean {
    return this.#repeated > 0 || this.#lowest !== this.#highest || this.#isShort(this.#highest);
  }

  /**
   * Returns what is missing; `rest` is the reason why the pages ended. Totals that differ by one for each page, and as many
   * repeated entries, are those of a list that others change.
   */
  gap(rest: MissingRest): ListGap | null {
    const have = this.#entries;
    if (rest) return { ...rest, have };
    const drift = (this.#highest ?? 0) - (this.#lowest ?? 0);
    const isInUse = drift <= this.#pages;
    if (this.#isShort(isInUse ? this.#lowest : this.#highest)) {
      return { reason: "short", have, total: this.#highest, message: "" };
    }
    const isWhole = this.#highest !== null && have >= this.#highest;
    if (!isWhole && this.#repeated > this.#pages) {
      return { reason: "repeats", have, total: this.#highest, message: "" };
    }
    return null;
  }

  /** Returns the entries as a JSON array, and drops them. */
  takeBody(): Uint8Array<ArrayBuffer> {
    const body = Buffer.concat([Buffer.from("["), ...this.#chunks, Buffer.from("]")]);
    this.#chunks.length = 0;
    this.#seen.clear();
    return body;
  }

  #isShort(total: number | null): boolean {
    return total !== null && this.#entries < total && (!this.#maySkip || this.#hasEmptyPage);
  }

  #isNew(identity: string): boolean {
    if (this.#seen.has(identity)) return false;
    this.#seen.add(identity);
    return true;
  }

  #push(piece: Uint8Array): void {
    if (piece.byteLength === 0) return;
    if (this.#chunks.length > 0) this.#chunks.push(comma);
    this.#chunks.push(piece);
    this.#size += piece.byteLength + comma.byteLength;
  }
}
