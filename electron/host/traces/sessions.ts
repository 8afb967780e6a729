import { randomUUID } from "node:crypto";
import { ProblemError } from "../../../shared/errors.ts";

interface Session<T> {
  readonly value: T;
  timer: NodeJS.Timeout;
}

/** Values that requests read by an id, until none did for a while. */
export class Sessions<T extends { close(): void }> {
  readonly #sessions = new Map<string, Session<T>>();
  readonly #max: number;
  readonly #idleMs: number;

  /** Beyond `max` the one is closed that was not used for longest. */
  constructor(max: number, idleMs: number) {
    this.#max = max;
    this.#idleMs = idleMs;
  }

  /** Returns the id of a value. */
  add(value: T): string {
    const id = randomUUID();
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= this.#max) this.remove(oldest);
    this.#sessions.set(id, { value, timer: this.#expire(id) });
    return id;
  }

  /** Returns a value. Throws ProblemError `not_found` where it was closed. */
  get(id: string): T {
    const session = this.#sessions.get(id);
    if (!session) throw new ProblemError({ code: "not_found", message: "This has ended. Start it again." });
    clearTimeout(session.timer);
    this.#sessions.delete(id);
    this.#sessions.set(id, { value: session.value, timer: this.#expire(id) });
    return session.value;
  }

  remove(id: string): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    clearTimeout(session.timer);
    session.value.close();
  }

  close(): void {
    for (const id of [...this.#sessions.keys()]) this.remove(id);
  }

  #expire(id: string): NodeJS.Timeout {
    return setTimeout(() => this.remove(id), this.#idleMs).unref();
  }
}
