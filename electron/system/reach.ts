import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { type AddressKind, addressKind, isLoopback } from "./address.ts";

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
