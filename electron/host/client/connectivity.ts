import type { HostEvent } from "../../../shared/host/events.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { ServiceRequestError } from "./service-request-error.ts";

type Event = Extract<HostEvent, { type: "connectivity" }>;

/** First and longest delay between two probes of an offline service, in ms. */
const firstProbeDelayMs = 2000;
const maxProbeDelayMs = 30_000;

/** Connection status of one account's service, which is polled while it does not respond. */
export class Connectivity {
  readonly #account: string;
  readonly #bus: EventBus;
  readonly #probe: () => Promise<void>;
  readonly #online: () => void;
  #event: Event;
  #timer: NodeJS.Timeout | undefined;
  #probeDelayMs = firstProbeDelayMs;

  /** `online` runs each time the service begins to respond. */
  constructor(account: string, bus: EventBus, probe: () => Promise<void>, online: () => void) {
    this.#account = account;
    this.#bus = bus;
    this.#probe = probe;
    this.#online = online;
    this.#event = this.#at("unknown");
  }

  get event(): Event {
    return this.#event;
  }

  /** Records the status of a response, or a failure. */
  record(result: number | ServiceRequestError): void {
    if (typeof result === "number") this.#set(result === 401 ? "unauthorized" : "online");
    else if (result.unreachable) this.#set("offline", result.webPage);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #set(state: Event["state"], webPage = false): void {
    if (state === "offline") this.#schedule();
    else {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#probeDelayMs = firstProbeDelayMs;
    }
    const isSame = state === this.#event.state;
    if (isSame && webPage === this.#event.webPage) return;
    this.#event = { ...this.#at(state), webPage };
    this.#bus.emit(this.#event);
    if (state === "online" && !isSame) this.#online();
  }

  #schedule(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // The client records the result.
      this.#probe().catch(() => {});
    }, this.#probeDelayMs).unref();
    this.#probeDelayMs = Math.min(maxProbeDelayMs, this.#probeDelayMs * 2);
  }

  #at(state: Event["state"]): Event {
    return {
      type: "connectivity",
      accountId: this.#account,
      state,
      webPage: false,
      since: new Date().toISOString(),
    };
  }
}
