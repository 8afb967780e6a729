import type { Readable } from "node:stream";
import type { HostEvent } from "../../../shared/host/events.ts";

/** Milliseconds without anything from the service after which a call is one that is waited for. */
const longWaitMs = 3_000;

/** A call that the service has not responded to in full yet. */
export interface SentCall {
  /** Records that a part of the response arrived, from which on the next one is waited for. */
  readonly arrived: () => void;
  /** Records where the response is read from: what arrived there and is not read yet is not waited for. */
  readonly readFrom: (body: Readable) => void;
  /** Removes the call, with the end of its response or its failure. */
  readonly end: () => void;
}

interface RecordedCall {
  readonly what: string;
  /** Time at which it was sent, or at which the last part of the response arrived. */
  since: number;
  body: Readable | null;
}

type Waiting = Extract<HostEvent, { type: "requests" }>["waiting"];

/** The calls of one account that the service has not responded to in full yet. */
export class SentCalls {
  readonly #calls = new Set<RecordedCall>();
  readonly #changed: () => void;

  /** `changed` runs when a call begins to be waited for, and when that ends. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Adds a call that was sent now. */
  add(what: string): SentCall {
    const call: RecordedCall = { what, since: Date.now(), body: null };
    this.#calls.add(call);
    const timer = setTimeout(() => {
      if (isUnread(call)) timer.refresh();
      else this.#changed();
    }, longWaitMs).unref();
    return {
      arrived: () => {
        const wasWaitedFor = isLong(call);
        call.since = Date.now();
        timer.refresh();
        if (wasWaitedFor) this.#changed();
      },
      readFrom: (body) => {
        call.body = body;
      },
      end: () => {
        clearTimeout(timer);
        const wasWaitedFor = isLong(call);
        this.#calls.delete(call);
        if (wasWaitedFor) this.#changed();
      },
    };
  }

  /** Number of those that are waited for, and the one that nothing came from for longest. */
  get waiting(): Waiting {
    const long = [...this.#calls].filter(isLong).sort((a, b) => a.since - b.since);
    const [oldest] = long;
    if (!oldest) return null;
    return { what: oldest.what, since: new Date(oldest.since).toISOString(), count: long.length };
  }
}

/** Whether a part of the response waits for its reader, so that the service may not send more. */
const isUnread = ({ body }: RecordedCall): boolean => (body?.readableLength ?? 0) > 0;

/** A timer may fire a moment before its time. */
const isLong = (call: RecordedCall): boolean => Date.now() - call.since >= longWaitMs - 20 && !isUnread(call);
