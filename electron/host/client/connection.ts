import type { HostEvent } from "../../../shared/host/events.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { Network } from "../network/network.ts";
import { Connectivity } from "./connectivity.ts";
import { discardBody } from "./discard-body.ts";
import { Limiter } from "./limiter.ts";
import { RateGate, type RateState } from "./rate-gate.ts";
import { type RetryPolicy, retryPolicy } from "./retry.ts";
import { type Endpoint, ServiceClient } from "./service-client.ts";

/** Time between two `requests` events, in ms. */
const tellEvery = 100;
/** Downloads of one account that run at once; they have places of their own, so that reading goes on meanwhile. */
const downloadsAtOnce = 3;
/** Traces of one account that are read at once. */
const tracesAtOnce = 4;

/** Everything that runs for one account: its client, limits, and what the page is told of them. */
export class Connection {
  readonly client: ServiceClient;
  /** The same service with the places of downloads. */
  readonly downloads: ServiceClient;
  /** The same service with the places of traces, so that a long one holds nothing up. */
  readonly traces: ServiceClient;
  readonly #account: string;
  readonly #bus: EventBus;
  readonly #limiter: Limiter;
  readonly #connectivity: Connectivity;
  readonly #policy: RetryPolicy;
  #telling: NodeJS.Timeout | undefined;

  constructor(
    account: string,
    endpoint: Endpoint,
    network: Network,
    bus: EventBus,
    { concurrency, online }: { concurrency: () => number; online: () => void },
    policy: Partial<RetryPolicy> = {},
  ) {
    this.#account = account;
    this.#bus = bus;
    this.#policy = { ...retryPolicy, ...policy };
    this.#limiter = new Limiter(concurrency, () => this.#tell());
    const gate = new RateGate((state) => bus.emit(this.#rateEvent(state)));
    this.#connectivity = new Connectivity(account, bus, () => this.#probe(), online);
    const seen = this.#connectivity.note.bind(this.#connectivity);
    this.client = new ServiceClient(endpoint, network, this.#limiter, gate, seen);
    this.downloads = new ServiceClient(endpoint, network, new Limiter(() => downloadsAtOnce), gate, seen);
    this.traces = new ServiceClient(endpoint, network, new Limiter(() => tracesAtOnce), gate, seen);
  }

  /** While the service is known to be away, one try is enough: the page has what was visited before. */
  get policy(): RetryPolicy {
    return this.#connectivity.event.state === "offline" ? { ...this.#policy, retries: 0 } : this.#policy;
  }

  /** The present state as events. */
  get events(): HostEvent[] {
    const rate = this.client.gate.state;
    return [this.#connectivity.event, this.#requests(), ...(rate ? [this.#rateEvent(rate)] : [])];
  }

  /** The settings may allow more at once. */
  widen(): void {
    this.#limiter.widen();
  }

  close(): void {
    clearTimeout(this.#telling);
    this.#connectivity.close();
  }

  async #probe(): Promise<void> {
    const call = { method: "GET", path: "/version", operation: "GET /version" } as const;
    const incoming = await this.client.send(call, AbortSignal.timeout(30_000));
    discardBody(incoming.body);
  }

  #tell(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#bus.emit(this.#requests());
    }, tellEvery).unref();
  }

  #requests(): HostEvent {
    const { running, queued } = this.#limiter;
    return { type: "requests", accountId: this.#account, running, queued };
  }

  #rateEvent(state: RateState): HostEvent {
    return { type: "rate-limit", accountId: this.#account, ...state };
  }
}
