import type { SecureContext } from "node:tls";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { Settings } from "../../../shared/host/settings.ts";
import type { SettingsStore } from "../settings-store.ts";
import { trust } from "./certificates.ts";
import { chooseProxy } from "./choose-proxy.ts";

/** How long a proxy that was chosen for an origin holds, in ms. */
const proxyAge = 60_000;
const connectTimeout = 15_000;

/** Keep-alive connections to services, straight or through the proxy that the settings and the system name. */
export class Network {
  readonly #settings: SettingsStore;
  readonly #resolveSystem: (url: string) => Promise<string | null>;
  readonly #dispatchers = new Map<string, Dispatcher>();
  readonly #chosen = new Map<string, { proxy: string | null; until: number }>();
  #context: SecureContext | undefined;

  constructor(settings: SettingsStore, resolveSystem: (url: string) => Promise<string | null>) {
    this.#settings = settings;
    this.#resolveSystem = resolveSystem;
    let known = JSON.stringify(settings.value.network);
    settings.watch(({ network }) => {
      if (JSON.stringify(network) !== known) this.#reset();
      known = JSON.stringify(network);
    });
  }

  /**
   * The dispatcher for a target. `direct` skips every proxy (the local service); `fresh` takes a new connection, so
   * that a write never goes out on one that the service is just closing.
   */
  async dispatcher(target: URL, { direct, fresh }: { direct: boolean; fresh: boolean }): Promise<Dispatcher> {
    const proxy = direct ? null : await this.#proxy(target);
    // Building the trust store takes tens of milliseconds: plain HTTP never pays for it.
    const secure = target.protocol === "https:" || proxy !== null;
    const key = `${proxy ?? "direct"} ${secure} ${fresh}`;
    const known = this.#dispatchers.get(key);
    if (known) return known;
    const created = this.#create(proxy, secure, fresh);
    this.#dispatchers.set(key, created);
    return created;
  }

  #create(proxy: string | null, secure: boolean, fresh: boolean): Dispatcher {
    if (secure) this.#context ??= trust(this.#settings.value.network.certificates);
    const secureContext = this.#context;
    const common: Agent.Options = {
      connections: 64,
      // 0 closes each connection after its answer.
      pipelining: fresh ? 0 : 1,
      keepAliveTimeout: 15_000,
      connectTimeout,
      maxHeaderSize: 64 * 1024,
      connect: { timeout: connectTimeout, ...(secureContext ? { secureContext } : {}) },
    };
    if (proxy === null) return new Agent(common);
    const requestTls = secureContext ? { secureContext, timeout: connectTimeout } : {};
    return new ProxyAgent({ ...common, uri: proxy, requestTls, proxyTls: requestTls, proxyTunnel: false });
  }

  async #proxy(target: URL): Promise<string | null> {
    const known = this.#chosen.get(target.origin);
    if (known && known.until > Date.now()) return known.proxy;
    const proxy = await chooseProxy(target, this.#network(), this.#resolveSystem);
    this.#chosen.set(target.origin, { proxy, until: Date.now() + proxyAge });
    return proxy;
  }

  #network(): Settings["network"] {
    return this.#settings.value.network;
  }

  /** New settings: what runs ends on its old connection, what comes takes a new one. */
  #reset(): void {
    for (const dispatcher of this.#dispatchers.values()) void dispatcher.close();
    this.#dispatchers.clear();
    this.#chosen.clear();
    this.#context = undefined;
  }

  async close(): Promise<void> {
    const all = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
  }
}
