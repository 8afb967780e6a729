import type { Protocol } from "electron";
import { record } from "./calls.ts";
import { afterReady, beforeReady } from "./order.ts";

type Handler = Parameters<Protocol["handle"]>[1];

/** The handler of each scheme that is served. */
export const served = new Map<string, Handler>();

export const protocol: Pick<Protocol, "registerSchemesAsPrivileged" | "handle"> = {
  registerSchemesAsPrivileged(schemes) {
    beforeReady("protocol.registerSchemesAsPrivileged should be called before app is ready");
    record("protocol.registerSchemesAsPrivileged", schemes);
  },
  handle(scheme, handler) {
    afterReady("Session can only be received when app is ready");
    record("protocol.handle", scheme);
    served.set(scheme, handler);
  },
};
