import { promises as dns, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * The scope of an IP address. `special`: neither a host nor a network that a service could be in, or another address in
 * disguise.
 */
export type AddressKind = "loopback" | "link-local" | "private" | "special" | "public";

/** IPv4 networks that are not public: IANA's registry of special addresses. All others are. */
const ipv4: readonly (readonly [AddressKind, readonly string[]])[] = [
  // A connection to the unspecified address reaches this machine.
  ["loopback", ["127.0.0.0/8", "0.0.0.0/8"]],
  // With the metadata services of clouds that have other addresses: they give credentials to whoever asks.
  ["link-local", ["169.254.0.0/16", "100.100.100.200/32", "168.63.129.16/32"]],
  ["private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"]],
  [
    "special",
    // The last three are for documentation.
    [
      ...["192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "224.0.0.0/3"],
      ...["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
    ],
  ],
];

/**
 * IPv6 networks, the first that matches counts. Only global unicast addresses are public: what is assigned elsewhere one
 * day, or translates to IPv4 in a way of its own, is special until it is listed here.
 */
const ipv6: readonly (readonly [AddressKind, readonly string[]])[] = [
  ["loopback", ["::1/128", "::/128"]],
  ["link-local", ["fe80::/10", "fd00:ec2::254/128"]],
  ["private", ["fc00::/7", "fec0::/10"]],
  // Teredo, ORCHID and the like; documentation; 6to4, which has an IPv4 address inside.
  ["special", ["2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16"]],
  ["public", ["2000::/3"]],
];

const listsOf = (family: "ipv4" | "ipv6", ranges: typeof ipv4) =>
  ranges.map(([kind, nets]) => {
    const list = new BlockList();
    for (const net of nets) {
      const [address = "", bits] = net.split("/");
      list.addSubnet(address, Number(bits), family);
    }
    return { kind, has: (address: string) => list.check(address, family) };
  });

const lists = { 4: listsOf("ipv4", ipv4), 6: listsOf("ipv6", ipv6) };

/** Returns the scope of an IP address; `special` for any other text. */
export function addressKind(text: string): AddressKind {
  const address = text.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (isIP(address) === 4) return kindOfIpv4(address);
  if (isIP(address) !== 6) return "special";
  const words = wordsOf(address);
  const prefix = words.slice(0, 6).join(":");
  const within = kindOfIpv4(
    words
      .slice(6)
      .flatMap((word) => [word >> 8, word & 255])
      .join("."),
  );
  // The translator of an IPv6 network is a part of it: it may be reached where this network may.
  if (prefix === nat64) return within === "public" ? "private" : within;
  const isAlone = prefix === "0:0:0:0:0:0" && words[6] === 0 && (words[7] ?? 0) <= 1;
  // BlockList would compare a mapped address with the networks of IPv4 alone.
  if (embedding.has(prefix) && !isAlone) return within === "public" ? "special" : within;
  return lists[6].find(({ has }) => has(address))?.kind ?? "special";
}

const kindOfIpv4 = (address: string): AddressKind =>
  lists[4].find(({ has }) => has(address))?.kind ?? "public";

/** `64:ff9b::/96`. Where the IPv4 address is in `64:ff9b:1::/48`, each network chooses: that stays special. */
const nat64 = "100:65435:0:0:0:0";
/** Compatible (`::a.b.c.d`), mapped (`::ffff:a.b.c.d`) and translated (`::ffff:0:a.b.c.d`) addresses. */
const embedding: ReadonlySet<string> = new Set(["0:0:0:0:0:0", "0:0:0:0:0:65535", "0:0:0:0:65535:0"]);

/** Returns the eight words of an IPv6 address. */
function wordsOf(address: string): number[] {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const read = (part: string) =>
    part === "" ? [] : part.split(":").map((word) => Number.parseInt(word, 16));
  const [first, last] = [read(head), read(tail ?? "")];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Returns whether a URL names this machine. */
export const isLoopback = (target: URL): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/i.test(target.hostname);

/**
 * Addresses that a connection may have. `anywhere`: all, for a proxy. `entered`: all but link-local ones, for a target
 * that the user entered or confirmed. `elsewhere`: all but loopback
 * and link-local ones, for a target that a remote service named. `local-elsewhere`: all but link-local ones, for a target
 * that a service on this machine named. `public`: public ones, for a target in a document.
 */
export type Reach = "anywhere" | "entered" | "elsewhere" | "local-elsewhere" | "public";

const allowed: Readonly<Record<Exclude<Reach, "anywhere">, ReadonlySet<AddressKind>>> = {
  entered: new Set(["loopback", "private", "special", "public"]),
  elsewhere: new Set(["private", "public"]),
  "local-elsewhere": new Set(["loopback", "private", "public"]),
  public: new Set(["public"]),
};

/** A target whose address may not be connected to. */
export class ForbiddenAddress extends Error {
  readonly code = "HELVE_ADDRESS";
  readonly host: string;
  constructor(host: string) {
    super(`${host} leads to an address that may not be reached from there`);
    this.host = host;
  }
}

/** Resolves to every address of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** Resolves a name to all of its addresses as the system does. */
export const systemResolve: Resolve = (name) => dns.lookup(name, { all: true });

/** Throws ForbiddenAddress where `reach` excludes the target's address; of names only those of this machine are known. */
export function checkReach(target: URL, reach: Reach): void {
  if (reach === "anywhere") return;
  const literal = isIP(target.hostname.replace(/^\[|\]$/g, "")) !== 0;
  const kind = literal ? addressKind(target.hostname) : isLoopback(target) ? "loopback" : "public";
  if (!allowed[reach].has(kind)) throw new ForbiddenAddress(target.host);
}

/**
 * Returns the lookup of a connection limited to `reach`. The checked addresses are those that are connected to, so that a
 * name cannot resolve to another one after the check (DNS rebinding). A name with one forbidden address is refused.
 */
export function lookupWithin(reach: Reach, resolve: Resolve): LookupFunction {
  return (name, { all, family }, callback) => {
    const wanted = family === 4 || family === "IPv4" ? 4 : family === 6 || family === "IPv6" ? 6 : 0;
    resolve(name).then(
      (addresses) => {
        const refused = (text: string) => reach !== "anywhere" && !allowed[reach].has(addressKind(text));
        if (addresses.some(({ address }) => refused(address)))
          return callback(new ForbiddenAddress(name), "");
        const found = addresses.filter((each) => wanted === 0 || each.family === wanted);
        const [first] = found;
        if (!first) callback(Object.assign(new Error(`no address for ${name}`), { code: "ENOTFOUND" }), "");
        else if (all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
}
