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
