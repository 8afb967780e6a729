import { app, type BrowserWindow, dialog, Notification, session, shell } from "electron";
import type { MenuKeys, Shell, ShellInbox } from "../../shared/host/shell.ts";
import { escapeInvisible } from "../host/confirmation/confirmations.ts";

interface DesktopShellOptions {
  /** The window that dialogs belong to, null while there is none. */
  readonly window: () => BrowserWindow | null;
  /** Focuses the window and opens a path of the app, unless it is empty. */
  readonly show: (path: string) => void;
  /** Shows the keys of commands in the menu. */
  readonly showKeys: (keys: MenuKeys) => void;
  /** Shows a number on the icon of the app. */
  readonly showBadge: (count: number) => void;
  /** Shows the unread entries in the system's tray. */
  readonly showTray: (inbox: ShellInbox | null) => void;
}

/** Returns the shell of the desktop app. */
export function createDesktopShell({
  window,
  show,
  showKeys,
  showBadge,
  showTray,
}: DesktopShellOptions): Shell {
  // Electron ends a notification that nothing refers to, and its click with it.
  const shown = new Set<Notification>();
  return {
    kind: "desktop",
    can: { chooseFolder: true, showInFolder: true, notify: Notification.isSupported() },
    openExternal: (url) => shell.openExternal(url),
    async chooseFolder() {
      const parent = window();
      const options = { properties: ["openDirectory" as const, "createDirectory" as const] };
      const { canceled, filePaths } = await (parent
        ? dialog.showOpenDialog(parent, options)
        : dialog.showOpenDialog(options));
      return canceled ? null : (filePaths[0] ?? null);
    },
    async confirm({ details }) {
      const parent = window();
      const options = {
        type: "warning" as const,
        title: "Helve",
        message: "Do you want Helve to do this?",
        detail: `${details.map(escapeInvisible).join("\n\n")}\n\nConfirm only what you asked for yourself.`,
        buttons: ["Cancel", "Confirm"],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      };
      const { response } = await (parent
        ? dialog.showMessageBox(parent, options)
        : dialog.showMessageBox(options));
      return response === 1 ? "confirmed" : "declined";
    },
    showInFolder: async (path) => shell.showItemInFolder(path),
    showKeys: async (keys) => showKeys(keys),
    showBadge: async (count) => showBadge(count),
    showTray: async (inbox) => showTray(inbox),
    async notify({ title, body, path, silent }) {
      if (window()?.isFocused()) return;
      const notification = new Notification({ title, body, silent });
      shown.add(notification);
      notification.on("click", () => show(path));
      notification.on("close", () => shown.delete(notification));
      notification.show();
    },
    resolveProxy: async (url) => proxyOfList(await session.defaultSession.resolveProxy(url)),
    downloadsFolder: () => app.getPath("downloads"),
  };
}

/**
 * Returns the proxy of a PAC result such as `PROXY cache.example:8080; DIRECT`: the first HTTP or HTTPS one as a URL,
 * null where the connection is to be direct. SOCKS proxies are skipped, since the host does not support them.
 */
function proxyOfList(list: string): string | null {
  for (const entry of list.split(";")) {
    const [kind = "", address = ""] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === "DIRECT") return null;
    const scheme = { PROXY: "http", HTTP: "http", HTTPS: "https" }[kind.toUpperCase()];
    if (scheme && address) return `${scheme}://${address}`;
  }
  return null;
}
