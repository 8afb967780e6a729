import type { Protocol } from "electron";
import { record } from "./calls.ts";

type Handler = Parameters<Protocol["handle"]>[1];

/** The handler of each scheme that is served. */
export const served = new Map<string, Handler>();

export const protocol: Pick<Protocol, "registerSchemesAsPrivileged" | "handle"> = {
  registerSchemesAsPrivileged: (schemes) => record("protocol.registerSchemesAsPrivileged", schemes),
  handle(scheme, handler) {
    record("protocol.handle", scheme);
    served.set(scheme, handler);
  },
};
