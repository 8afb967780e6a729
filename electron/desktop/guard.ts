import {
  app,
  type BrowserWindow,
  type BrowserWindowConstructorOptions,
  type Session,
  shell,
  type WebContents,
} from "electron";
import { readDeepLink } from "../../shared/host/account-url.ts";
import { windowNamePrefix } from "../../shared/host/window-name.ts";
import { appOrigin } from "./app-scheme.ts";

/** Permissions that the page may request; all others are denied. */
const granted = new Set(["clipboard-sanitized-write"]);

/** Refuses every device and every permission that the page does not need, and downloads from elsewhere. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(granted.has(permission)));
  session.setPermissionCheckHandler((_contents, permission, origin) => {
    return granted.has(permission) && origin.replace(/\/$/, "") === appOrigin;
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
  // Helve's own downloads are the host's. What the page has made itself may be saved, in the system's dialog.
  session.on("will-download", (event, item) => {
    if (!item.getURL().startsWith(`blob:${appOrigin}/`)) event.preventDefault();
  });
}

interface GuardOptions {
  /** Opens a path of the app or a `helve://` link. */
  readonly goTo: (target: string) => void;
  /** Options of a window that the page opens for a tab. */
  readonly childOptions: () => BrowserWindowConstructorOptions;
  /** Called with each such window. */
  readonly onChild: (window: BrowserWindow) => void;
}

/**
 * Restricts every web contents of the app, before they load anything, to the app's own origin. Web links open in the
 * system's browser; a path of the app in a window of an unknown name, or a `helve://` link, is passed to `goTo`.
 */
export function guardAllContents(options: GuardOptions): void {
  app.on("web-contents-created", (_event, contents) => guardContents(contents, options));
}

function guardContents(contents: WebContents, { goTo, childOptions, onChild }: GuardOptions): void {
  const leave = (url: string) => {
    const link = readDeepLink(url);
    if (link) goTo(link);
    else openOutside(url);
  };
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (isOwn(event.url)) return;
    event.preventDefault();
    leave(event.url);
  };
  contents.on("will-navigate", stay);
  contents.on("will-redirect", stay);
  contents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.on("did-create-window", onChild);
  contents.setWindowOpenHandler(({ url, frameName }) => {
    if (isOwn(url) && frameName.startsWith(windowNamePrefix)) {
      return { action: "allow", outlivesOpener: true, overrideBrowserWindowOptions: childOptions() };
    }
    if (isOwn(url)) goTo(url.slice(appOrigin.length));
    else leave(url);
    return { action: "deny" };
  });
}

const isOwn = (url: string): boolean => url.startsWith(`${appOrigin}/`);

/** Header fields of a mail that a link may fill in; others attach files in some programs. */
const mailFields = new Set(["subject", "body", "cc", "bcc", "to"]);

/**
 * Returns the URL that the system may open for a link of the page: web pages and mails. Null for any other, such as
 * files, programs and other schemes.
 */
export function outsideUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === "https:" || url.protocol === "http:") return url.href;
  if (url.protocol !== "mailto:") return null;
  for (const name of [...url.searchParams.keys()]) {
    if (!mailFields.has(name.toLowerCase())) url.searchParams.delete(name);
  }
  // Mail programs read `+` as a plus sign.
  return url.href.replaceAll("+", "%20");
}

/** Opens a web link in the system's browser, or a mail link in its mail program; leaves anything else alone. */
export function openOutside(text: string): void {
  const url = outsideUrl(text);
  if (!url) return;
  shell
    .openExternal(url)
    .catch((error: unknown) => console.error(`A link could not be opened: ${String(error)}`));
}
