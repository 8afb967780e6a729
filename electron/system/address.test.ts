import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AddressKind, addressKind } from "./address.ts";

const word = fc.integer({ min: 0, max: 0xffff });
const words = (count: number) => fc.array(word, { minLength: count, maxLength: count });
const text = (values: readonly number[]) => values.map((value) => value.toString(16)).join(":");
const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
const asWords = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => [a * 256 + b, c * 256 + d];

/** Networks that are not public, one by one as IANA lists them. */
const ipv4: readonly (readonly [string, AddressKind])[] = [
  ["0.0.0.0/8", "loopback"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "private"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "special"],
  ["192.0.2.0/24", "special"],
  ["192.88.99.0/24", "special"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "special"],
  ["198.51.100.0/24", "special"],
  ["203.0.113.0/24", "special"],
  ["224.0.0.0/4", "special"],
  ["240.0.0.0/4", "special"],
];
const number = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const expectedIpv4 = (address: string): AddressKind =>
  ipv4.find(([net]) => {
    const [base = "", bits] = net.split("/");
    const size = 2 ** (32 - Number(bits));
    return Math.floor(number(address) / size) === Math.floor(number(base) / size);
  })?.[1] ?? "public";

describe("addressKind", () => {
  it("has the kind of each special IPv4 network from its first to its last address", () => {
    for (const [net, kind] of ipv4) {
      const [base = "", bits] = net.split("/");
      const last = number(base) + 2 ** (32 - Number(bits)) - 1;
      const end = [24, 16, 8, 0].map((shift) => Math.floor(last / 2 ** shift) % 256).join(".");
      expect([base, end].map(addressKind), net).toEqual([kind, kind]);
    }
  });

  it("says of every IPv4 address what the registry says", () =>
    fc.assert(
      fc.property(octets, (parts) => {
        expect(addressKind(parts.join("."))).toBe(expectedIpv4(parts.join(".")));
      }),
    ));

  it("calls no IPv6 address public that is outside 2000::/3", () =>
    fc.assert(
      fc.property(words(8), (all) => {
        const [first = 0, ...rest] = all;
        fc.pre(first >> 13 !== 1);
        expect(addressKind(text([first, ...rest]))).not.toBe("public");
      }),
    ));

  it.each([
    ["::ffff:0:0/96, mapped", "::ffff:"],
    ["::ffff:0:0:0/96, translated", "::ffff:0:"],
    ["::/96, compatible", "::"],
    ["64:ff9b::/96, NAT64", "64:ff9b::"],
    ["64:ff9b:1::/48, NAT64 of one network", "64:ff9b:1::"],
    ["2002::/16, 6to4", "2002:"],
  ])("calls nothing in %s public, whatever IPv4 address it has", (_name, prefix) =>
    fc.assert(
      fc.property(octets, (parts) => {
        const within = text(asWords(parts));
        const address = prefix === "2002:" ? `2002:${within}::` : prefix + within;
        const kind = addressKind(address);
        expect(kind, address).not.toBe("public");
        const inner = expectedIpv4(parts.join("."));
        // What reaches this machine or its link is never taken for something milder.
        if (inner === "loopback" || inner === "link-local")
          expect([inner, "special"], address).toContain(kind);
      }),
    ),
  );

  it("tells documentation, tunnels and identifiers below 2000::/3 from public addresses", () => {
    const special = [
      "2001::1",
      "2001:10::1",
      "2001:20::1",
      "2001:1ff:ffff::",
      "2001:db8::1",
      "3fff::1",
      "2002::",
    ];
    expect(special.map(addressKind)).toEqual(special.map(() => "special"));
    const open = ["2001:200::", "2001:4860:4860::8888", "2606:2800:220:1::1", "3ffe::1", "2a00::1"];
    expect(open.map(addressKind)).toEqual(open.map(() => "public"));
  });

  it("lets the translator of an IPv6 network be reached where this network may be", () => {
    expect(addressKind("64:ff9b::808:808")).toBe("private");
    expect(addressKind("64:ff9b::8.8.8.8")).toBe("private");
    expect(addressKind("64:ff9b::a9fe:a9fe")).toBe("link-local");
    expect(addressKind("64:ff9b:1::808:808")).toBe("special");
  });
});
