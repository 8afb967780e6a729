import { join } from "node:path";
import { app, Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, Tray } from "electron";
import type { ShellInbox } from "../../../shared/host/shell.ts";
import { escapeInvisible } from "../../host/confirmation/confirmations.ts";
import { menuLabel } from "../menu/menu-template.ts";

interface TrayOptions {
  /** Folder of the app's icons, by size. */
  readonly icons: string;
  /** Focuses the window and opens a path of the app, unless it is empty. */
  readonly show: (path: string) => void;
  readonly platform?: NodeJS.Platform;
}

/** Longest title of an entry in the menu, in characters. */
const maxTitle = 60;

/** Returns a function that shows the unread entries in the system's tray; null removes its icon. */
export function createTray({
  icons,
  show,
  platform = process.platform,
}: TrayOptions): (inbox: ShellInbox | null) => void {
  // Electron removes the icon of a tray that nothing refers to.
  const made: { tray: Tray | null } = { tray: null };
  const make = (): Tray => {
    const tray = new Tray(readIcon(icons));
    // On macOS a click opens the menu.
    if (platform !== "darwin") tray.on("click", () => show(""));
    return tray;
  };
  return (inbox) => {
    if (!inbox) {
      made.tray?.destroy();
      made.tray = null;
      return;
    }
    made.tray ??= make();
    made.tray.setToolTip(`Helve: ${countText(inbox.count)}`);
    // On Linux an item changes only with the whole menu.
    made.tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(inbox, show, platform)));
  };
}

const countText = (count: number): string =>
  count === 0 ? "No unread entries" : count === 1 ? "1 unread entry" : `${count} unread entries`;

/** Returns the menu of the tray as Electron wants it described. */
function trayTemplate(
  { count, entries }: ShellInbox,
  show: (path: string) => void,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const mac = platform === "darwin";
  return [
    { label: countText(count), enabled: false },
    ...entries.map(({ title, path }) => ({ label: entryLabel(title, mac), click: () => show(path) })),
    { type: "separator" },
    { label: menuLabel("Open Helve", mac), click: () => show("") },
    { label: "Quit", click: () => app.quit() },
  ];
}

/** Returns a title as a label: what is invisible is escaped, and `&` names no key. */
function entryLabel(title: string, mac: boolean): string {
  const short = title.length > maxTitle ? `${title.slice(0, maxTitle - 1).toWellFormed()}…` : title;
  const shown = escapeInvisible(short);
  return mac ? shown : shown.replaceAll("&", "&&");
}

function readIcon(icons: string): NativeImage {
  const image = nativeImage.createFromPath(join(icons, "16x16.png"));
  const double = nativeImage.createFromPath(join(icons, "32x32.png"));
  image.addRepresentation({ scaleFactor: 2, dataURL: double.toDataURL() });
  return image;
}
