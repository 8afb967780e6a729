import type { HostEvent } from "../../../shared/host/events.ts";

/** Milliseconds without a response after which a call is one that is waited for. */
const longWaitMs = 3_000;

interface SentCall {
  readonly what: string;
  readonly sentAt: number;
}

type Waiting = Extract<HostEvent, { type: "requests" }>["waiting"];

/** The calls of one account that the service has not responded to yet. */
export class SentCalls {
  readonly #calls = new Set<SentCall>();
  readonly #changed: () => void;

  /** `changed` runs when a call begins to be waited for, and when that ends. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Adds a call that was sent now. Returns the function that removes it, to be called with its response or failure. */
  add(what: string): () => void {
    const call = { what, sentAt: Date.now() };
    this.#calls.add(call);
    const timer = setTimeout(this.#changed, longWaitMs).unref();
    return () => {
      clearTimeout(timer);
      const wasWaitedFor = isLong(call);
      this.#calls.delete(call);
      if (wasWaitedFor) this.#changed();
    };
  }

  /** Number of those that are waited for, and the oldest of them. */
  get waiting(): Waiting {
    const long = [...this.#calls].filter(isLong);
    const [oldest] = long;
    if (!oldest) return null;
    return { what: oldest.what, since: new Date(oldest.sentAt).toISOString(), count: long.length };
  }
}

/** A timer may fire a moment before its time. */
const isLong = ({ sentAt }: SentCall): boolean => Date.now() - sentAt >= longWaitMs - 20;
