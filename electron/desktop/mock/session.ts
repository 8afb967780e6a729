import { EventEmitter } from "node:events";
import type { Session } from "electron";
import { record } from "./calls.ts";
import { afterReady } from "./order.ts";

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
    record("session.resolveProxy", url);
    return sessionState.proxies;
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    record("session.setSpellCheckerDictionaryDownloadURL", url);
  }
  setSpellCheckerEnabled(enable: boolean): void {
    record("session.setSpellCheckerEnabled", enable);
  }
  setSpellCheckerLanguages(languages: string[]): void {
    record("session.setSpellCheckerLanguages", languages);
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
