import { randomUUID } from "node:crypto";
import { ProblemError } from "../../../shared/errors.ts";
import type { WaitingWrite } from "../../../shared/host/tools.ts";
import type { Confirmations } from "../confirmation/confirmations.ts";
import { notFoundError } from "../diagnostics/problems.ts";

/** Writes that may wait at once; a program could ask without end. */
const maxWaiting = 5;
/** Milliseconds after which a write that nobody decided on is declined. */
const patienceMs = 10 * 60_000;

interface Waiting {
  readonly write: WaitingWrite;
  readonly details: readonly string[];
  readonly send: () => Promise<string>;
  readonly finish: (outcome: WriteDecision) => void;
  isSending: boolean;
}

/** End of a write: sent, with a sentence about it; or not. */
type WriteDecision =
  | { readonly sent: true; readonly text: string }
  | { readonly sent: false; readonly error: unknown };

/** A write as a tool asks for it. */
export interface WantedWrite extends Omit<WaitingWrite, "id" | "at"> {
  /** Sends it and returns a sentence about what was done. */
  readonly send: () => Promise<string>;
}

/**
 * Writes that tools ask for. Each waits until the user has sent or declined it in Helve, where all that it sends is shown, and
 * the confirmation of the shell has the same text.
 */
export class WaitingWrites {
  readonly #waiting = new Map<string, Waiting>();
  readonly #changed: (writes: readonly WaitingWrite[]) => void;
  readonly #confirmations: Confirmations;

  constructor(confirmations: Confirmations, changed: (writes: readonly WaitingWrite[]) => void) {
    this.#confirmations = confirmations;
    this.#changed = changed;
  }

  /** The oldest first. */
  get all(): readonly WaitingWrite[] {
    return [...this.#waiting.values()].map(({ write }) => write);
  }

  /** Resolves with a sentence once the write was sent. Throws ProblemError `unconfirmed` where it was not, and its own failure. */
  async ask({ send, ...wanted }: WantedWrite, signal: AbortSignal): Promise<string> {
    if (this.#waiting.size >= maxWaiting)
      throw new ProblemError({
        code: "rate_limited",
        message: "Too many writes wait for a decision in Helve.",
      });
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<WriteDecision>();
    const details = [wanted.title, ...(wanted.text ? [wanted.text] : [])];
    const write = { ...wanted, id, at: new Date().toISOString() };
    this.#waiting.set(id, { write, details, send, finish: resolve, isSending: false });
    this.#changed(this.all);
    const leave = () => this.#decline(id, "The program withdrew this.");
    const timer = setTimeout(() => this.#decline(id, "Nobody decided on this in time."), patienceMs);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    const decision = await promise;
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
    if (!decision.sent) throw decision.error;
    return decision.text;
  }

  /** Sends a write after the shell's confirmation. Throws ProblemError; unless that is `unconfirmed`, the tool gets it too. */
  async send(id: string, code: string | null): Promise<void> {
    const waiting = this.#find(id);
    await this.#confirmations.require({ details: waiting.details }, code);
    // Confirmed twice, or declined meanwhile.
    if (this.#find(id).isSending) throw notFoundError("This write");
    waiting.isSending = true;
    try {
      this.#end(id, { sent: true, text: await waiting.send() });
    } catch (error) {
      this.#end(id, { sent: false, error });
      throw error;
    }
  }

  decline(id: string): void {
    this.#find(id);
    this.#decline(id, "The user declined this in Helve.");
  }

  close(): void {
    for (const id of [...this.#waiting.keys()]) this.#decline(id, "Helve ended.");
  }

  #find(id: string): Waiting {
    const waiting = this.#waiting.get(id);
    if (!waiting) throw notFoundError("This write");
    return waiting;
  }

  #decline(id: string, why: string): void {
    // What is on its way is not taken back.
    if (!this.#waiting.get(id) || this.#waiting.get(id)?.isSending) return;
    const message = `${why} Nothing was sent.`;
    this.#end(id, { sent: false, error: new ProblemError({ code: "unconfirmed", message }) });
  }

  #end(id: string, decision: WriteDecision): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#changed(this.all);
    waiting.finish(decision);
  }
}
