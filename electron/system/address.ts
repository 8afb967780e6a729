import { BlockList, isIP } from "node:net";

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
