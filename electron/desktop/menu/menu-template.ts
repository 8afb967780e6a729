import type { MenuItemConstructorOptions } from "electron";
import type { MenuKeys } from "../../../shared/host/shell.ts";
import { type CommandItem, commandItems } from "./menu-commands.ts";
import { menuLabel } from "./menu-label.ts";

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Keys of the page's commands, by id. */
  readonly keys: MenuKeys;
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
export function menuTemplate({ platform, keys, run, about, checkForUpdates }: MenuOptions): Items {
  const mac = platform === "darwin";
  const command = commandItems(run, keys, mac);
  const menus = [
    ...(mac ? [appMenu(command, about, checkForUpdates)] : []),
    fileMenu(command, mac),
    editMenu(mac),
    viewMenu(command),
    goMenu(command),
    repositoryMenu(command),
    branchMenu(command),
    windowMenu(command, mac),
    helpMenu(command, mac, about, checkForUpdates),
  ];
  return menus.map((menu) => labelled(menu, mac));
}

/** Returns an item and those below it with labels as the system writes them. */
function labelled(item: MenuItemConstructorOptions, mac: boolean): MenuItemConstructorOptions {
  const label = item.label ?? (mac || !item.role ? undefined : roleLabels[item.role]);
  return {
    ...item,
    ...(label === undefined ? {} : { label: menuLabel(label, mac) }),
    ...(Array.isArray(item.submenu) ? { submenu: item.submenu.map((each) => labelled(each, mac)) } : {}),
  };
}

/** Electron's own labels have title case on every system. */
const roleLabels: Partial<Record<NonNullable<MenuItemConstructorOptions["role"]>, string>> = {
  selectAll: "Select all",
  resetZoom: "Actual size",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  togglefullscreen: "Full screen",
  toggleDevTools: "Developer tools",
};

const appMenu = (
  command: CommandItem,
  about: () => void,
  checkForUpdates: () => void,
): MenuItemConstructorOptions => ({
  label: "Helve",
  submenu: [
    { label: "About Helve", click: about },
    { label: "Check for updates…", click: checkForUpdates },
    line,
    command("Settings…", "go.settings"),
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
    command("New tab", "tab.new"),
    command("Open repository…", "repository.open"),
    command("Add account…", "account.add"),
    line,
    command("Copy link", "window.copy-link"),
    line,
    command("Close tab", "tab.close"),
    ...(mac ? [] : [command("Settings…", "go.settings"), line]),
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
    command("Search and commands", "palette.open"),
    command("Run an action…", "palette.actions"),
    command("Sidebar", "window.sidebar"),
    line,
    {
      label: "Theme",
      submenu: [
        command("Follow the system", "theme.system"),
        command("Light", "theme.light"),
        command("Dark", "theme.dark"),
        command("High contrast", "theme.contrast"),
      ],
    },
    line,
    { role: "resetZoom" },
    { role: "zoomIn" },
    // The role's own accelerator is Ctrl and Plus, which needs Shift on most keyboards.
    {
      role: "zoomIn",
      accelerator: "CommandOrControl+=",
      visible: false,
      acceleratorWorksWhenHidden: true,
    },
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
    command("Back", "window.back"),
    command("Forward", "window.forward"),
    line,
    command("Home", "go.home"),
    command("Projects", "go.projects"),
    command("Accounts", "go.accounts"),
  ],
});

const repositoryMenu = (command: CommandItem): MenuItemConstructorOptions => ({
  label: "&Repository",
  submenu: [
    command("Project overview", "project.overview"),
    command("Files", "project.files"),
    command("Go to file…", "repository.go-to-file"),
    command("Search in files", "project.search"),
    line,
    command("Merge requests", "project.merge-requests"),
    command("Pipelines", "project.pipelines"),
    command("Environments", "project.environments"),
    command("Releases", "project.releases"),
    command("Wiki", "project.wiki"),
    line,
    command("Tags", "project.tags"),
    command("Contributors", "project.contributors"),
  ],
});

const branchMenu = (command: CommandItem): MenuItemConstructorOptions => ({
  label: "&Branch",
  submenu: [
    command("New branch…", "project.new-branch"),
    command("Go to branch or tag…", "project.go-to-branch"),
    command("Branches", "project.branches"),
    line,
    command("Commits", "project.commits"),
    command("Pending changes", "project.changes"),
    command("Compare", "project.compare"),
    line,
    command("New merge request…", "project.new-merge-request"),
  ],
});

const windowMenu = (command: CommandItem, mac: boolean): MenuItemConstructorOptions => ({
  label: "&Window",
  submenu: [
    { role: "minimize" },
    ...(mac ? [{ role: "zoom" as const }] : []),
    line,
    command("Next tab", "tab.next"),
    command("Previous tab", "tab.previous"),
    command("Move tab to new window", "tab.move-to-window"),
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
    command("Keyboard shortcuts", "help.shortcuts"),
    command("API reference", "go.reference"),
    ...(mac
      ? []
      : [
          line,
          { label: "Check for updates…", click: checkForUpdates },
          { label: "About Helve", click: about },
        ]),
  ],
});
