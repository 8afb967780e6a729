import { EventEmitter } from "node:events";
import type { Protocol, Session } from "electron";
import { afterReady, beforeReady, recordCall } from "./calls.ts";

type Setters = Pick<
  Session,
  | "setPermissionRequestHandler"
  | "setPermissionCheckHandler"
  | "setDevicePermissionHandler"
  | "setDisplayMediaRequestHandler"
>;
type Part = Setters &
  Pick<
    Session,
    | "resolveProxy"
    | "setSpellCheckerDictionaryDownloadURL"
    | "setSpellCheckerEnabled"
    | "setSpellCheckerLanguages"
  >;
type Handler<K extends keyof Setters> = Parameters<Setters[K]>[0];

/** The handlers that the app set, and the result of the system's proxy settings. */
export const sessionState = {
  request: null as Handler<"setPermissionRequestHandler">,
  check: null as Handler<"setPermissionCheckHandler">,
  device: null as Handler<"setDevicePermissionHandler">,
  media: null as Handler<"setDisplayMediaRequestHandler">,
  proxies: "DIRECT",
};

class MockSession extends EventEmitter implements Part {
  setPermissionRequestHandler(handler: Handler<"setPermissionRequestHandler">): void {
    sessionState.request = handler;
  }
  setPermissionCheckHandler(handler: Handler<"setPermissionCheckHandler">): void {
    sessionState.check = handler;
  }
  setDevicePermissionHandler(handler: Handler<"setDevicePermissionHandler">): void {
    sessionState.device = handler;
  }
  setDisplayMediaRequestHandler(handler: Handler<"setDisplayMediaRequestHandler">): void {
    sessionState.media = handler;
  }
  async resolveProxy(url: string): Promise<string> {
    recordCall("session.resolveProxy", url);
    return sessionState.proxies;
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    recordCall("session.setSpellCheckerDictionaryDownloadURL", url);
  }
  setSpellCheckerEnabled(enable: boolean): void {
    recordCall("session.setSpellCheckerEnabled", enable);
  }
  setSpellCheckerLanguages(languages: string[]): void {
    recordCall("session.setSpellCheckerLanguages", languages);
  }
}

const defaultSession = new MockSession();

export const session = {
  get defaultSession(): MockSession {
    return defaultSession;
  },
};

/** The session for app code: Electron has none before it is ready. */
export const guardedSession = {
  get defaultSession(): MockSession {
    afterReady("Session can only be received when app is ready");
    return defaultSession;
  },
};

type ProtocolHandler = Parameters<Protocol["handle"]>[1];

/** The handler of each scheme that is served. */
export const served = new Map<string, ProtocolHandler>();

export const protocol: Pick<Protocol, "registerSchemesAsPrivileged" | "handle"> = {
  registerSchemesAsPrivileged(schemes) {
    beforeReady("protocol.registerSchemesAsPrivileged should be called before app is ready");
    recordCall("protocol.registerSchemesAsPrivileged", schemes);
  },
  handle(scheme, handler) {
    afterReady("Session can only be received when app is ready");
    recordCall("protocol.handle", scheme);
    served.set(scheme, handler);
  },
};
