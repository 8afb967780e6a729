import type { HostEvent } from "../../../shared/host/events.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { Network } from "../network/network.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { discardBody } from "./body.ts";
import { Limiter } from "./limiter.ts";
import type { ServiceRequestError } from "./network-error.ts";
import { RateGate, type RateState } from "./rate-limit.ts";
import { type RetryPolicy, retryPolicy } from "./retry.ts";
import { SentCalls } from "./sent-calls.ts";
import { ServiceClient, type ServiceEndpoint } from "./service-client.ts";

/** Maximum age of an account's check, in ms. */
const checkAge = 3_600_000;

/** The connection of every account, made when first needed. */
export class Connections {
  readonly #accounts: Accounts;
  readonly #network: Network;
  readonly #bus: EventBus;
  readonly #settings: SettingsStore;
  readonly #policy: Partial<RetryPolicy>;
  readonly #all = new Map<string, Connection>();

  constructor(
    accounts: Accounts,
    network: Network,
    bus: EventBus,
    settings: SettingsStore,
    policy: Partial<RetryPolicy>,
  ) {
    this.#accounts = accounts;
    this.#network = network;
    this.#bus = bus;
    this.#settings = settings;
    this.#policy = policy;
    settings.watch(() => {
      for (const connection of this.#all.values()) connection.widen();
    });
    bus.addState(() => accounts.list().flatMap(({ id }) => this.get(id).events));
  }

  /** Throws ProblemError `not_found` for an unknown account. */
  get(id: string): Connection {
    const account = this.#accounts.get(id);
    const known = this.#all.get(id);
    if (known) return known;
    const endpoint = {
      base: new URL(account.url),
      direct: account.kind === "local",
      token: () => this.#accounts.token(id),
      timeout: () => this.#settings.value.network.timeout,
    };
    const online = () => this.#recheckOld(id);
    const concurrency = () => this.#settings.value.network.concurrency;
    const created = new Connection(
      id,
      endpoint,
      this.#network,
      this.#bus,
      { concurrency, online },
      this.#policy,
    );
    this.#all.set(id, created);
    return created;
  }

  /** Version, scopes and expiry are read again once the service responds, if that was long ago. */
  #recheckOld(id: string): void {
    const account = this.#accounts.list().find((other) => other.id === id);
    if (!account) return;
    const { check } = account;
    if (check && Date.now() - Date.parse(check.checked_at) < checkAge) return;
    // A failure shows in the user's own calls.
    this.#accounts.recheck(id).catch(() => {});
  }

  drop(id: string): void {
    this.#all.get(id)?.close();
    this.#all.delete(id);
  }

  close(): void {
    for (const id of [...this.#all.keys()]) this.drop(id);
  }
}

/** Time between two `requests` events, in ms. */
const emitIntervalMs = 100;
/** Downloads of one account that run at once; they have slots of their own, so that reads continue meanwhile. */
const downloadsAtOnce = 3;
/** Traces of one account that are read at once. */
const tracesAtOnce = 4;

/** Everything that runs for one account: its client, limits and their events. */
class Connection {
  readonly client: ServiceClient;
  /** The same service with the slots of downloads. */
  readonly downloads: ServiceClient;
  /** The same service with the slots of traces, so that a long one blocks nothing else. */
  readonly traces: ServiceClient;
  readonly #account: string;
  readonly #bus: EventBus;
  readonly #limiter: Limiter;
  readonly #sent = new SentCalls(() => this.#emitRequests());
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
    this.client = new ServiceClient(endpoint, network, this.#limiter, gate, seen, this.#sent);
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

  /** Tries at once to reach a service that is offline. */
  reconnect(): void {
    this.#connectivity.probeNow();
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
    const { waiting } = this.#sent;
    return { type: "requests", accountId: this.#account, running, queued, cancelable, waiting };
  }

  #rateEvent(state: RateState): HostEvent {
    return { type: "rate-limit", accountId: this.#account, ...state };
  }
}

type Event = Extract<HostEvent, { type: "connectivity" }>;

/** First and longest delay between two probes of an offline service, in ms. */
const firstProbeDelayMs = 2000;
const maxProbeDelayMs = 30_000;

/** Connection status of one account's service, which is polled while it does not respond. */
class Connectivity {
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

  /** Probes an offline service before its time. */
  probeNow(): void {
    if (this.#event.state !== "offline" || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#begin();
  }

  #set(state: Event["state"], webPage = false): void {
    let retriesAt = this.#event.retriesAt ?? null;
    if (state === "offline") retriesAt = this.#schedule() ?? retriesAt;
    else {
      retriesAt = null;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#probeDelayMs = firstProbeDelayMs;
    }
    const isSame = state === this.#event.state;
    if (isSame && webPage === this.#event.webPage && retriesAt === this.#event.retriesAt) return;
    const begun = isSame ? this.#event : this.#at(state);
    this.#event = { ...begun, webPage, retriesAt };
    this.#bus.emit(this.#event);
    if (state === "online" && !isSame) this.#online();
  }

  /** Returns the ISO time of the next probe; undefined where one is scheduled already. */
  #schedule(): string | undefined {
    if (this.#timer) return undefined;
    const delayMs = this.#probeDelayMs;
    this.#timer = setTimeout(() => this.#begin(), delayMs).unref();
    this.#probeDelayMs = Math.min(maxProbeDelayMs, delayMs * 2);
    return new Date(Date.now() + delayMs).toISOString();
  }

  #begin(): void {
    this.#timer = undefined;
    this.#event = { ...this.#event, retriesAt: null };
    this.#bus.emit(this.#event);
    // The client records the result.
    this.#probe().catch(() => {});
  }

  #at(state: Event["state"]): Event {
    return {
      type: "connectivity",
      accountId: this.#account,
      state,
      webPage: false,
      retriesAt: null,
      since: new Date().toISOString(),
    };
  }
}
