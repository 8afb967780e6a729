import type { Session, WebContents } from "electron";
import { appOrigin } from "./app-scheme.ts";
import { openOutside } from "./open-outside.ts";

/** What the page may ask of the system; everything else is refused. */
const granted = new Set(["clipboard-sanitized-write"]);

/** Refuses every device and every permission that the page does not need. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(granted.has(permission)));
  session.setPermissionCheckHandler((_contents, permission, origin) => {
    return granted.has(permission) && origin.replace(/\/$/, "") === appOrigin;
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}

/**
 * Keeps the contents on the app's own origin. Web links open in the system's browser; a place of the app that would
 * need a new window goes to `openPath`.
 */
export function guardContents(contents: WebContents, openPath: (path: string) => void): void {
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (isOwn(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  };
  contents.on("will-navigate", stay);
  contents.on("will-redirect", stay);
  contents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isOwn(url)) openPath(url.slice(appOrigin.length));
    else openOutside(url);
    return { action: "deny" };
  });
}

const isOwn = (url: string): boolean => url.startsWith(`${appOrigin}/`);
