import type { HostEvent } from "../../../shared/host/events.ts";

type Listener = (event: HostEvent) => void;

/** Emits the events of the host's parts to its streams of events. */
export class EventBus {
  readonly #listeners = new Set<Listener>();
  readonly #watchers: Listener[] = [];
  readonly #sources: (() => readonly HostEvent[])[] = [];
  #waiting: HostEvent | undefined;

  /** Registers a source of the present state. */
  addState(source: () => readonly HostEvent[]): void {
    this.#sources.push(source);
  }

  emit(event: HostEvent): void {
    // A deep link that started the app waits for the page.
    if (event.type === "navigate" && this.#listeners.size === 0) this.#waiting = event;
    for (const listener of this.#listeners) listener(event);
    for (const watcher of this.#watchers) watcher(event);
  }

  /** Passes all later events to a part of the host, which does not count as a page. */
  watch(watcher: Listener): void {
    this.#watchers.push(watcher);
  }

  /** Returns the present state, as a stream begins with it. */
  state(): HostEvent[] {
    return this.#sources.flatMap((source) => source());
  }

  /** Sends the present state, then every event until the returned function is called. */
  subscribe(listener: Listener): () => void {
    for (const event of this.state()) listener(event);
    if (this.#waiting) listener(this.#waiting);
    this.#waiting = undefined;
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const heartbeatMs = 15_000;
/** Frames that may wait for a stalled reader before its stream is closed; it reconnects and gets the present state. */
const maxWaitingFrames = 5000;

/** Returns the events of a bus as the frames of an event stream, which ends once one of `signals` is aborted. */
export function eventStream(bus: EventBus, signals: readonly AbortSignal[]): ReadableStream<Uint8Array> {
  const ending = AbortSignal.any([...signals]);
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        let open = true;
        const send = (text: string) => {
          if (!open) return;
          if ((controller.desiredSize ?? 0) < -maxWaitingFrames) end();
          else controller.enqueue(encoder.encode(text));
        };
        const end = () => {
          stop();
          controller.close();
        };
        stop = () => {
          if (!open) return;
          open = false;
          unsubscribe();
          clearInterval(timer);
          ending.removeEventListener("abort", end);
        };
        send("retry: 1000\n\n");
        const timer = setInterval(() => send(": alive\n\n"), heartbeatMs);
        const unsubscribe = bus.subscribe((event) =>
          send(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
        );
        ending.addEventListener("abort", end, { once: true });
        if (ending.aborted) end();
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  );
}
