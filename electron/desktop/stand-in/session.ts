import type { Session } from "electron";
import { record } from "./calls.ts";

type Setters = Pick<
  Session,
  | "setPermissionRequestHandler"
  | "setPermissionCheckHandler"
  | "setDevicePermissionHandler"
  | "setDisplayMediaRequestHandler"
>;
type Handler<K extends keyof Setters> = Parameters<Setters[K]>[0];

/** The handlers that the app set, and what the system's proxy settings answer. */
export const sessionState = {
  request: null as Handler<"setPermissionRequestHandler">,
  check: null as Handler<"setPermissionCheckHandler">,
  device: null as Handler<"setDevicePermissionHandler">,
  media: null as Handler<"setDisplayMediaRequestHandler">,
  proxies: "DIRECT",
};

const defaultSession: Setters & Pick<Session, "resolveProxy"> = {
  setPermissionRequestHandler(handler) {
    sessionState.request = handler;
  },
  setPermissionCheckHandler(handler) {
    sessionState.check = handler;
  },
  setDevicePermissionHandler(handler) {
    sessionState.device = handler;
  },
  setDisplayMediaRequestHandler(handler) {
    sessionState.media = handler;
  },
  async resolveProxy(url) {
    record("session.resolveProxy", url);
    return sessionState.proxies;
  },
};

export const session = { defaultSession };
