import { inspect } from "node:util";
import type { Diagnostic } from "../../../shared/host/diagnostics.ts";
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

  /** Adds an entry; a mismatch of a kind that is listed adds its count to that one. */
  add(entry: Omit<Diagnostic, "at" | "count"> & { readonly count?: number }): void {
    const message = this.#redactor.text(entry.message).slice(0, maxMessageLength);
    const added = { at: new Date().toISOString(), count: 1, ...entry, message };
    const known =
      entry.kind === "mismatch" ? this.#entries.findIndex((other) => isSameKind(other, added)) : -1;
    if (known !== -1) {
      const [listed] = this.#entries.splice(known, 1);
      added.count += listed?.count ?? 0;
    }
    this.#entries.push(added);
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

const isSameKind = (one: Diagnostic, other: Diagnostic): boolean =>
  one.kind === other.kind &&
  one.accountId === other.accountId &&
  one.operation === other.operation &&
  one.message === other.message;

/** The source of an uncaught error. */
type UncaughtOrigin = "uncaughtException" | "unhandledRejection";

/**
 * Prevents uncaught errors from ending the process, and calls `report` for each. For the entry of a process, once it
 * has started: an error before that should end it. A terminal that is closed is none: to report it there would fail again.
 */
export function catchUncaughtErrors(report: (text: string) => void): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  const origins: readonly UncaughtOrigin[] = ["uncaughtException", "unhandledRejection"];
  for (const origin of origins) {
    process.on(origin, (error: unknown) => report(`${origin}: ${inspect(error)}`));
  }
}
