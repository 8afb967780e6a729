import type { MenuItemConstructorOptions } from "electron";
import type { MenuKeys } from "../../../shared/host/shell.ts";

interface MenuOptions {
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
    command("Reopen closed tab", "tab.reopen"),
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

/** A menu's item that runs a command of the page, by its id in the command palette. */
type CommandItem = (label: string, id: string) => MenuItemConstructorOptions;

/**
 * Makes items whose accelerators are shown only: the page listens to the keys itself, and a key that the menu took as
 * well would run the command twice. macOS always takes them, but after the page; there Option types characters, so
 * that only keys with Command are shown.
 */
const commandItems =
  (run: (id: string) => void, keys: MenuKeys, mac: boolean): CommandItem =>
  (label, id) => {
    const accelerator = keys[id]
      ?.map(acceleratorOf)
      .find((each) => each !== null && (!mac || each.startsWith("Command")));
    return {
      id,
      label,
      click: () => run(id),
      ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    };
  };

const modifiers: Readonly<Record<string, string>> = {
  mod: "CommandOrControl",
  ctrl: "Control",
  alt: "Alt",
  shift: "Shift",
};
const named: Readonly<Record<string, string>> = {
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  home: "Home",
  end: "End",
  pageup: "PageUp",
  pagedown: "PageDown",
  enter: "Enter",
  space: "Space",
  tab: "Tab",
  backspace: "Backspace",
  delete: "Delete",
  insert: "Insert",
  "+": "Plus",
};

/**
 * Returns the keys of a command, such as `mod+shift+p`, as an accelerator of Electron; null for those without one:
 * a sequence, a character without a modifier, or a key that Electron does not know.
 */
export function acceleratorOf(keys: string): string | null {
  const parts = keys.split(/\+(?=.)/);
  const last = parts.pop() ?? "";
  const isFunctionKey = /^f([1-9]|1\d|2[0-4])$/.test(last);
  const key = named[last] ?? (isFunctionKey || /^[!-~]$/.test(last) ? last.toUpperCase() : undefined);
  const modifierNames = parts.map((part) => modifiers[part]);
  if (
    key === undefined ||
    modifierNames.includes(undefined) ||
    (modifierNames.length === 0 && !isFunctionKey)
  )
    return null;
  return [...modifierNames, key].join("+");
}

const small: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "for",
  "from",
  "in",
  "of",
  "or",
  "the",
  "to",
  "with",
]);

/** Returns a label in sentence case as the system writes it: in title case on macOS. */
export const menuLabel = (label: string, mac: boolean): string =>
  mac
    ? label
        .split(" ")
        .map((word, index) =>
          index > 0 && small.has(word) ? word : word.replace(/^[a-z]/, (first) => first.toUpperCase()),
        )
        .join(" ")
    : label;
