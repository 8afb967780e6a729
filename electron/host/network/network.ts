import type { SecureContext } from "node:tls";
import { Agent, type Dispatcher } from "undici";
import type { Settings } from "../../../shared/host/settings.ts";
import type { SettingsStore } from "../settings-store.ts";
import { trust } from "./certificates.ts";
import { chooseProxy } from "./choose-proxy.ts";
import { ProxyFailure, proxyHeaders, tunnelThrough } from "./tunnel.ts";

/** How long a proxy that was chosen for an origin holds, in ms. */
const proxyAge = 60_000;
const connectTimeout = 15_000;

/** Keep-alive connections to services, straight or through the proxy that the settings and the system name. */
export class Network {
  readonly #settings: SettingsStore;
  readonly #resolveSystem: (url: string) => Promise<string | null>;
  readonly #dispatchers = new Map<string, Dispatcher>();
  readonly #agents = new Set<Agent>();
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
    return proxy === null ? this.#agent(common) : this.#throughProxy(new URL(proxy), common);
  }

  /** TLS goes through a tunnel; plain HTTP is asked of the proxy itself, as proxies expect it. */
  #throughProxy(proxy: URL, common: Agent.Options): Dispatcher {
    if (!/^https?:$/.test(proxy.protocol))
      throw new ProxyFailure(`${proxy.protocol} proxies are not known here`);
    const plain = this.#agent(common);
    const tunnels = this.#agent({ ...common, connect: tunnelThrough(proxy, this.#context, connectTimeout) });
    return tunnels.compose((dispatch) => (options, handler) => {
      const target = new URL(String(options.origin));
      if (target.protocol === "https:") return dispatch(options, handler);
      const headers = { ...Object(options.headers), host: target.host, ...proxyHeaders(proxy) };
      const path = target.origin + options.path;
      return plain.dispatch({ ...options, origin: proxy.origin, path, headers }, handler);
    });
  }

  #agent(options: Agent.Options): Agent {
    const agent = new Agent(options);
    this.#agents.add(agent);
    return agent;
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
    for (const agent of this.#agents) void agent.close();
    this.#agents.clear();
    this.#dispatchers.clear();
    this.#chosen.clear();
    this.#context = undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents].map((agent) => agent.destroy()));
    this.#agents.clear();
    this.#dispatchers.clear();
  }
}
