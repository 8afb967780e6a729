import tls, { type SecureContext } from "node:tls";
import request from "undici/lib/api/api-request.js";
import buildConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import type { Settings } from "../../../shared/host/settings.ts";
import {
  checkReach,
  isLoopback,
  lookupWithin,
  type Reach,
  type Resolve,
  systemResolve,
} from "../../system/address.ts";
import { type SettingsStore, splitCertificates } from "../settings/settings-store.ts";
import { connectToSocket, type LocalSocket } from "./local-socket.ts";
import { ProxyFailure, proxyHeaders, proxyName, tunnelThrough } from "./tunnel.ts";

// Of undici only what is used: the whole package is three times as much to load, and replaces the global dispatcher.
Object.assign(Dispatcher.prototype, { request });

/** Maximum age of the cached proxy of an origin, in ms. */
const proxyAge = 60_000;
const connectTimeout = 15_000;

interface Route {
  /** Skips every proxy (the local service). */
  readonly direct: boolean;
  /** Opens a new connection, so that a write never uses one that the service is just closing. */
  readonly fresh: boolean;
  /** Allowed targets; through a proxy only addresses and local names are checked. */
  readonly reach?: Reach;
}

/** Helve's own service: requests to its URL go to the socket of its process, where there is one. */
interface LocalEndpoint {
  readonly url: string;
  readonly socket?: LocalSocket;
}

const connectionOptions = (fresh: boolean): Agent.Options => ({
  connections: 64,
  // Each call has limits and retries of its own, which are tried over HTTP/1.1.
  allowH2: false,
  // 0 closes each connection after its response.
  pipelining: fresh ? 0 : 1,
  keepAliveTimeout: 15_000,
  connectTimeout,
  maxHeaderSize: 64 * 1024,
});

/** Keep-alive connections to services, direct or through the proxy of the settings or the system. */
export class Network {
  readonly #local: LocalEndpoint | undefined;
  readonly #settings: SettingsStore;
  readonly #resolveSystem: (url: string) => Promise<string | null>;
  readonly #dispatchers = new Map<string, Dispatcher>();
  readonly #agents = new Set<Agent>();
  readonly #chosen = new Map<string, { proxy: string | null; until: number }>();
  readonly #resolve: Resolve;
  #context: SecureContext | undefined;

  constructor(
    settings: SettingsStore,
    resolveSystem: (url: string) => Promise<string | null>,
    resolve: Resolve = systemResolve,
    local?: LocalEndpoint,
  ) {
    this.#local = local;
    this.#settings = settings;
    this.#resolve = resolve;
    this.#resolveSystem = resolveSystem;
    let known = JSON.stringify(settings.value.network);
    settings.watch(({ network }) => {
      if (JSON.stringify(network) !== known) this.#reset();
      known = JSON.stringify(network);
    });
  }

  /** Returns the dispatcher for a target. Throws ForbiddenAddress where the target is out of reach. */
  async dispatcher(target: URL, { direct, fresh, reach = "entered" }: Route): Promise<Dispatcher> {
    const socket = direct && target.origin === this.#local?.url ? this.#local.socket : undefined;
    if (socket) return this.#throughSocket(socket, fresh);
    checkReach(target, reach);
    const proxy = direct ? null : await this.#proxy(target);
    // Building the trust store takes tens of milliseconds: plain HTTP does without it.
    const secure = target.protocol === "https:" || proxy !== null;
    const key = `${proxy ?? "direct"} ${secure} ${fresh} ${reach}`;
    const known = this.#dispatchers.get(key);
    if (known) return known;
    const created = this.#create(proxy, secure, fresh, reach);
    this.#dispatchers.set(key, created);
    return created;
  }

  /** Connections to the local service's current process. */
  #throughSocket(socket: LocalSocket, fresh: boolean): Dispatcher {
    const key = `${socket.path} ${fresh}`;
    const known = this.#dispatchers.get(key);
    if (known) return known;
    const connect = connectToSocket(socket, connectTimeout);
    const created = this.#agent({ ...connectionOptions(fresh), connect });
    this.#dispatchers.set(key, created);
    return created;
  }

  #create(proxy: string | null, secure: boolean, fresh: boolean, reach: Reach): Dispatcher {
    if (secure) this.#context ??= trust(this.#settings.value.network.certificates);
    const secureContext = this.#context;
    const connect = {
      timeout: connectTimeout,
      // Also where NODE_TLS_REJECT_UNAUTHORIZED is set, which would switch the checks off.
      rejectUnauthorized: true,
      secureContext,
    };
    const common: Agent.Options = {
      ...connectionOptions(fresh),
      connect: { ...connect, lookup: lookupWithin(reach, this.#resolve) },
    };
    if (proxy === null) return this.#agent(common);
    const url = new URL(proxy);
    // undici takes the name that a certificate has to prove from the Host header, which names the target.
    const lookup = lookupWithin("anywhere", this.#resolve);
    const connector = buildConnector({ ...connect, lookup });
    const ownName: buildConnector.connector = (options, callback) =>
      connector({ ...options, servername: proxyName(url) }, callback);
    return this.#throughProxy(url, { ...common, connect: ownName });
  }

  /** TLS uses a tunnel; plain HTTP is requested from the proxy itself, as proxies expect it. */
  #throughProxy(proxy: URL, common: Agent.Options): Dispatcher {
    if (!/^https?:$/.test(proxy.protocol))
      throw new ProxyFailure(`${proxy.protocol} proxies are not known here`);
    const plain = this.#agent(common);
    const tunnels = this.#agent({
      ...common,
      connect: tunnelThrough(proxy, this.#context, connectTimeout, lookupWithin("anywhere", this.#resolve)),
    });
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

  /** Applies new settings: running requests end on their old connections, later ones open new ones. */
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

/**
 * Returns a TLS context that trusts Node's own authorities, those of the system, `NODE_EXTRA_CA_CERTS` and the user's.
 * Built once and shared: reading hundreds of certificates for each connection would take longer than the handshake.
 */
function trust(certificates: string): tls.SecureContext {
  const authorities = new Set([
    ...certificatesOf("default"),
    ...certificatesOf("system"),
    ...certificatesOf("extra"),
    ...splitCertificates(certificates),
  ]);
  // Without any, OpenSSL's and BoringSSL's own defaults are used.
  return tls.createSecureContext({
    ...(authorities.size > 0 ? { ca: [...authorities] } : {}),
    minVersion: "TLSv1.2",
  });
}

/** Empty where this runtime cannot read them: Electron builds Node on BoringSSL, and failed on some systems' stores. */
function certificatesOf(source: "default" | "system" | "extra"): string[] {
  try {
    return tls.getCACertificates(source);
  } catch {
    return [];
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the proxy's URL for a target, null for a direct connection. */
export async function chooseProxy(
  target: URL,
  network: Settings["network"],
  resolveSystem: (url: string) => Promise<string | null>,
  environment: Environment = process.env,
): Promise<string | null> {
  if (network.proxy === "none") return null;
  if (bypasses(target, network.bypass)) return null;
  if (network.proxy === "manual") return network.proxyUrl || null;
  if (isLoopback(target)) return null;
  return (await resolveSystem(target.href).catch(() => null)) ?? fromEnvironment(target, environment);
}

function fromEnvironment(target: URL, environment: Environment): string | null {
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  if (bypasses(target, (read("NO_PROXY") ?? "").split(/[\s,]+/))) return null;
  const own = target.protocol === "https:" ? read("HTTPS_PROXY") : read("HTTP_PROXY");
  const proxy = own || read("ALL_PROXY");
  if (!proxy) return null;
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  return URL.canParse(url) ? url : null;
}

/**
 * Returns whether a host bypasses the proxy: `*`, a name, a suffix (`.example.org`, `*.example.org`), each with
 * an optional port, as `NO_PROXY` writes them.
 */
function bypasses(target: URL, patterns: readonly string[]): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return patterns.some((pattern) => {
    const [, name = "", wanted] = /^(.*?)(?::(\d+))?$/.exec(pattern.trim().toLowerCase()) ?? [];
    if (!name || (wanted && wanted !== port)) return false;
    if (name === "*") return true;
    const suffix = name.replace(/^\*?\.?/, "");
    return host === suffix || host.endsWith(`.${suffix}`);
  });
}
