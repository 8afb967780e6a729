import { ProblemError } from "../../../shared/errors.ts";
import type { Question, Shell } from "../../../shared/host/shell.ts";
import type { Consent, Consents } from "./consents.ts";

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
