import type { MenuItemConstructorOptions } from "electron";
import { type CommandItem, commandItems } from "./menu-commands.ts";

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Runs a command of the page. */
  readonly run: (id: string) => void;
  /** Shows the name and version. */
  readonly about: () => void;
  /** Checks for updates and shows the result. */
  readonly checkForUpdates: () => void;
}

type Items = MenuItemConstructorOptions[];
const line = { type: "separator" } as const;

/** The whole menu as Electron wants it described. */
export function menuTemplate({ platform, run, about, checkForUpdates }: MenuOptions): Items {
  const mac = platform === "darwin";
  const command = commandItems(run, mac);
  return [
    ...(mac ? [appMenu(command, about, checkForUpdates)] : []),
    fileMenu(command, mac),
    editMenu(mac),
    viewMenu(command),
    goMenu(command),
    windowMenu(command, mac),
    helpMenu(command, mac, about, checkForUpdates),
  ];
}

const appMenu = (
  command: CommandItem,
  about: () => void,
  checkForUpdates: () => void,
): MenuItemConstructorOptions => ({
  label: "Helve",
  submenu: [
    { label: "About Helve", click: about },
    { label: "Check for Updates…", click: checkForUpdates },
    line,
    command("Settings…", "go.settings", "Command+,"),
    line,
    { role: "services" },
    line,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    line,
    { role: "quit" },
  ],
});

const fileMenu = (command: CommandItem, mac: boolean): MenuItemConstructorOptions => ({
  label: "&File",
  submenu: [
    command("New Tab", "tab.new", "Alt+T"),
    command("Open Repository…", "repository.open"),
    command("Add Account…", "account.add"),
    line,
    command("Go to File…", "repository.go-to-file"),
    command("Copy Link", "window.copy-link"),
    line,
    command("Close Tab", "tab.close", "Alt+W"),
    ...(mac ? [] : [command("Settings…", "go.settings", "Ctrl+,"), line]),
    mac ? { role: "close" } : { role: "quit" },
  ],
});

const editMenu = (mac: boolean): MenuItemConstructorOptions => ({
  label: "&Edit",
  submenu: [
    { role: "undo" },
    { role: "redo" },
    line,
    { role: "cut" },
    { role: "copy" },
    { role: "paste" },
    ...(mac ? [{ role: "pasteAndMatchStyle" as const }] : []),
    { role: "delete" },
    line,
    { role: "selectAll" },
  ],
});

const viewMenu = (command: CommandItem): MenuItemConstructorOptions => ({
  label: "&View",
  submenu: [
    command("Search and Commands", "palette.open", "CommandOrControl+K"),
    command("Run an Action…", "palette.actions", "CommandOrControl+Shift+P"),
    command("Side Bar", "window.sidebar", "CommandOrControl+B"),
    line,
    {
      label: "Theme",
      submenu: [
        command("Follow the System", "theme.system"),
        command("Light", "theme.light"),
        command("Dark", "theme.dark"),
        command("High Contrast", "theme.contrast"),
      ],
    },
    line,
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    line,
    { role: "togglefullscreen" },
    { role: "reload" },
    { role: "toggleDevTools" },
  ],
});

const goMenu = (command: CommandItem): MenuItemConstructorOptions => ({
  label: "&Go",
  submenu: [
    command("Back", "window.back", "Alt+Left"),
    command("Forward", "window.forward", "Alt+Right"),
    line,
    command("Home", "go.home"),
    command("Projects", "go.projects"),
    command("Accounts", "go.accounts"),
    line,
    command("Project Overview", "project.overview"),
    command("Files", "project.files"),
    command("Commits", "project.commits"),
    command("Pending Changes", "project.changes"),
    command("Branch or Tag…", "project.go-to-branch"),
  ],
});

const windowMenu = (command: CommandItem, mac: boolean): MenuItemConstructorOptions => ({
  label: "&Window",
  submenu: [
    { role: "minimize" },
    ...(mac ? [{ role: "zoom" as const }] : []),
    line,
    command("Next Tab", "tab.next", "Alt+PageDown"),
    command("Previous Tab", "tab.previous", "Alt+PageUp"),
    command("Move Tab to New Window", "tab.move-to-window"),
    ...(mac ? [line, { role: "front" as const }] : []),
  ],
});

const helpMenu = (
  command: CommandItem,
  mac: boolean,
  about: () => void,
  checkForUpdates: () => void,
): MenuItemConstructorOptions => ({
  role: "help",
  submenu: [
    command("Keyboard Shortcuts", "help.shortcuts"),
    command("API Reference", "go.reference"),
    ...(mac
      ? []
      : [
          line,
          { label: "Check for Updates…", click: checkForUpdates },
          { label: "About Helve", click: about },
        ]),
  ],
});
