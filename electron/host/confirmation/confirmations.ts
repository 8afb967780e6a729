import { resolve } from "node:path";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import { confirmationHeader, type Question, type Shell } from "../../../shared/host/shell.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** Questions that may wait for an earlier one; a page that was taken over could ask without end. */
const maxWaiting = 4;

/**
 * The one door to what turns the page's rights into the machine's: the shell asks the user outside of the page, one
 * question at a time.
 */
export class Confirmations {
  readonly #shell: Shell;
  readonly #consents: Consents;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(shell: Shell, consents: Consents) {
    this.#shell = shell;
    this.#consents = consents;
  }

  /** Returns what of a list the user has not confirmed before. */
  missing(consents: readonly Consent[]): Consent[] {
    return consents.filter((consent) => !this.#consents.has(consent));
  }

  /** Remembers what the user did outside of the page, such as choosing a folder in a dialog of the system. */
  remember(...consents: Consent[]): void {
    this.#consents.add(consents);
  }

  /**
   * Resolves once the user has confirmed, and remembers `consents`. `code` is what was typed in the page, null the first
   * time. Throws ProblemError `unconfirmed`, with the field `confirmation` where a code is required.
   */
  async require(question: Question, code: string | null, consents: readonly Consent[] = []): Promise<void> {
    if (this.#waiting >= maxWaiting) throw notConfirmed(question, "Too many questions are open.");
    this.#waiting++;
    const decision = this.#last.then(() => this.#shell.confirm(question, code));
    this.#last = decision.catch(() => undefined);
    const decided = await decision.finally(() => {
      this.#waiting--;
    });
    if (decided === "asked") throw codeRequired(question);
    if (decided === "declined") throw notConfirmed(question);
    this.#consents.add(consents);
  }
}

/** Returns the problem of what was not confirmed. */
export function notConfirmed({ details }: Question, why = "Not confirmed."): ProblemError {
  return new ProblemError({
    code: "unconfirmed",
    message: `${why} Nothing was changed.`,
    detail: details.join("\n"),
  });
}

const codeRequired = ({ details }: Question): ProblemError =>
  new ProblemError({
    code: "unconfirmed",
    message: "Enter the code that Helve printed in its terminal.",
    detail: details.join("\n"),
    fields: { confirmation: [...details] },
  });

const list = z.array(z.string()).default([]);
/** Folders to open, work trees outside of them, origins of services and hooks, hosts of images. */
const stored = z.object({ folders: list, worktrees: list, origins: list, images: list });

/** Something that the user confirmed once, outside of the page, and is never asked about again. */
export interface Consent {
  readonly kind: keyof z.output<typeof stored>;
  readonly value: string;
}

/** Consents of the user, in `consents.json`. */
export class Consents {
  readonly #path: string;
  #value: z.output<typeof stored>;

  constructor(path: string) {
    this.#path = path;
    this.#value = readJsonFile(path, stored) ?? stored.parse({});
  }

  has({ kind, value }: Consent): boolean {
    return this.#value[kind].includes(keyOf(kind, value));
  }

  /** A consent that cannot be written, as on a full disk, holds for this run. */
  add(consents: readonly Consent[]): void {
    const news = consents.filter((consent) => !this.has(consent));
    if (news.length === 0) return;
    const next = structuredClone(this.#value);
    for (const { kind, value } of news) next[kind].push(keyOf(kind, value));
    this.#value = next;
    try {
      writeJsonFile(this.#path, next);
    } catch {
      // Asked again after the next start.
    }
  }
}

/** Windows compares paths without case. */
function keyOf(kind: Consent["kind"], value: string): string {
  if (kind !== "folders" && kind !== "worktrees") return value;
  const path = resolve(value);
  return process.platform === "win32" ? path.toLowerCase() : path;
}

/** Returns the code that the user typed in the page to confirm a request; null the first time. */
export const typedCode = ({ headers }: Request): string | null => headers.get(confirmationHeader);

/** Characters shown of one text; a hostile page may send more. */
const maxShownLength = 1_000;

/**
 * Returns a page's text for a terminal or a dialog of the system: control, direction and invisible
 * characters as `\u{…}`, so that they neither steer the terminal nor hide or reorder a part.
 */
export const escapeInvisible = (text: string): string => {
  const shown = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return shown.length > maxShownLength
    ? `${shown.slice(0, maxShownLength)}… (${shown.length} characters)`
    : shown;
};
