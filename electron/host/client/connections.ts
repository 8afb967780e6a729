import type { Accounts } from "../accounts/accounts.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { Network } from "../network/network.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { Connection } from "./connection.ts";
import type { RetryPolicy } from "./retry.ts";

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
