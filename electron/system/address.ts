import { BlockList, isIP } from "node:net";

/** The scope of an IP address. `special`: neither a host nor a network that a service could be in. */
export type AddressKind = "loopback" | "link-local" | "private" | "special" | "public";

const ranges: readonly (readonly [AddressKind, readonly string[]])[] = [
  // A connection to the unspecified address reaches this machine.
  ["loopback", ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"]],
  ["link-local", ["169.254.0.0/16", "fe80::/10"]],
  ["private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10"]],
  ["special", ["192.0.0.0/24", "198.18.0.0/15", "224.0.0.0/3", "2001::/32", "2002::/16", "ff00::/8"]],
];

const lists = ranges.map(([kind, nets]) => {
  const list = new BlockList();
  for (const net of nets) {
    const [address = "", bits] = net.split("/");
    list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return { kind, list };
});

/** Returns the scope of an IP address; `special` for any other text. */
export function addressKind(text: string): AddressKind {
  const address = embedded(text.replace(/^\[|\]$/g, "").replace(/%.*$/, ""));
  const family = isIP(address);
  if (family === 0) return "special";
  const found = lists.find(({ list }) => list.check(address, family === 6 ? "ipv6" : "ipv4"));
  return found?.kind ?? "public";
}

/** The IPv4 address in a mapped (`::ffff:a.b.c.d`), compatible (`::a.b.c.d`) or NAT64 (`64:ff9b::/96`) one. */
function embedded(address: string): string {
  if (isIP(address) !== 6) return address;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

/** Returns whether a URL names this machine. */
export const isLoopback = (target: URL): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/i.test(target.hostname);
