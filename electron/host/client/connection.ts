import type { HostEvent } from "../../../shared/host/events.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { Network } from "../network/network.ts";
import { Connectivity } from "./connectivity.ts";
import { discardBody } from "./discard-body.ts";
import { Limiter } from "./limiter.ts";
import { RateGate, type RateState } from "./rate-gate.ts";
import { type RetryPolicy, retryPolicy } from "./retry.ts";
import { ServiceClient, type ServiceEndpoint } from "./service-client.ts";

/** Time between two `requests` events, in ms. */
const emitIntervalMs = 100;
/** Downloads of one account that run at once; they have slots of their own, so that reads continue meanwhile. */
const downloadsAtOnce = 3;
/** Traces of one account that are read at once. */
const tracesAtOnce = 4;

/** Everything that runs for one account: its client, limits and their events. */
export class Connection {
  readonly client: ServiceClient;
  /** The same service with the slots of downloads. */
  readonly downloads: ServiceClient;
  /** The same service with the slots of traces, so that a long one blocks nothing else. */
  readonly traces: ServiceClient;
  readonly #account: string;
  readonly #bus: EventBus;
  readonly #limiter: Limiter;
  readonly #connectivity: Connectivity;
  readonly #policy: RetryPolicy;
  #emitTimer: NodeJS.Timeout | undefined;

  constructor(
    account: string,
    endpoint: ServiceEndpoint,
    network: Network,
    bus: EventBus,
    { concurrency, online }: { concurrency: () => number; online: () => void },
    policy: Partial<RetryPolicy> = {},
  ) {
    this.#account = account;
    this.#bus = bus;
    this.#limiter = new Limiter(concurrency, () => this.#emitRequests());
    const gate = new RateGate((state) => bus.emit(this.#rateEvent(state)));
    this.#policy = { ...retryPolicy, pause: gate.pause.bind(gate), ...policy };
    this.#connectivity = new Connectivity(account, bus, () => this.#probe(), online);
    const seen = this.#connectivity.record.bind(this.#connectivity);
    this.client = new ServiceClient(endpoint, network, this.#limiter, gate, seen);
    this.downloads = new ServiceClient(endpoint, network, new Limiter(() => downloadsAtOnce), gate, seen);
    this.traces = new ServiceClient(endpoint, network, new Limiter(() => tracesAtOnce), gate, seen);
  }

  /** While the service is offline, one attempt is enough: the page has cached responses. */
  get policy(): RetryPolicy {
    return this.#connectivity.event.state === "offline" ? { ...this.#policy, retries: 0 } : this.#policy;
  }

  /** The current state as events. */
  get events(): HostEvent[] {
    const rate = this.client.gate.state;
    return [this.#connectivity.event, this.#requests(), ...(rate ? [this.#rateEvent(rate)] : [])];
  }

  /** Starts waiting calls after the settings allow more at once. */
  widen(): void {
    this.#limiter.widen();
  }

  close(): void {
    clearTimeout(this.#emitTimer);
    this.client.gate.close();
    this.#connectivity.close();
  }

  async #probe(): Promise<void> {
    const call = { method: "GET", path: "/version", operation: "GET /version" } as const;
    const incoming = await this.client.send(call, AbortSignal.timeout(30_000));
    discardBody(incoming.body);
  }

  #emitRequests(): void {
    this.#emitTimer ??= setTimeout(() => {
      this.#emitTimer = undefined;
      this.#bus.emit(this.#requests());
    }, emitIntervalMs).unref();
  }

  #requests(): HostEvent {
    const { running, queued, cancelable } = this.#limiter;
    return { type: "requests", accountId: this.#account, running, queued, cancelable };
  }

  #rateEvent(state: RateState): HostEvent {
    return { type: "rate-limit", accountId: this.#account, ...state };
  }
}
