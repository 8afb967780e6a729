import type { Diagnostic } from "../../shared/host/diagnostics.ts";
import type { Redactor } from "./redactor.ts";

const capacity = 500;
/** Characters of a message that are stored. */
const maxMessageLength = 4000;

/** The latest problems, in memory and without tokens. */
export class Diagnostics {
  #entries: Diagnostic[] = [];
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add(entry: Omit<Diagnostic, "at">): void {
    const message = this.#redactor.text(entry.message).slice(0, maxMessageLength);
    this.#entries.push({ at: new Date().toISOString(), ...entry, message });
    if (this.#entries.length > capacity) this.#entries.splice(0, this.#entries.length - capacity);
  }

  /** Newest first. */
  list(): Diagnostic[] {
    return this.#entries.toReversed();
  }

  clear(): void {
    this.#entries = [];
  }
}
