import type { HostEvent } from "../../../shared/host/events.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { ServiceRequestError } from "./service-request-error.ts";

type Event = Extract<HostEvent, { type: "connectivity" }>;

/** First and longest pause between two looks for a service that is away, in ms. */
const firstPause = 2000;
const longestPause = 30_000;

/** Whether one account's service responds; polls it while it does not. */
export class Connectivity {
  readonly #account: string;
  readonly #bus: EventBus;
  readonly #probe: () => Promise<void>;
  readonly #online: () => void;
  #event: Event;
  #timer: NodeJS.Timeout | undefined;
  #pause = firstPause;

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

  /** Records a response's status or a failure. */
  note(result: number | ServiceRequestError): void {
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
      this.#pause = firstPause;
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
      // Whatever the probe meets is noted by the client itself.
      this.#probe().catch(() => {});
    }, this.#pause).unref();
    this.#pause = Math.min(longestPause, this.#pause * 2);
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
