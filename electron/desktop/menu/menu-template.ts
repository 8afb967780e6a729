import type { MenuItemConstructorOptions } from "electron";
import type { MenuEntry, MenuKeys } from "../../../shared/host/shell.ts";

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Keys of the page's commands, by id. */
  readonly keys: MenuKeys;
  /** Commands that open pages, as the views say. */
  readonly entries: readonly MenuEntry[];
  /** Runs a command of the page. */
  readonly run: (id: string) => void;
  /** Shows the name and version. */
  readonly about: () => void;
  /** Checks for updates and shows the result. */
  readonly checkForUpdates: () => void;
}

type Item = MenuItemConstructorOptions;
type Items = Item[];
const line = { type: "separator" } as const;

/** The whole menu as Electron wants it described. */
export function menuTemplate({ platform, keys, entries, run, about, checkForUpdates }: MenuOptions): Items {
  const mac = platform === "darwin";
  const command = commandItems(run, keys, mac);
  const pages: PageItems = (menu) =>
    entries.flatMap(({ menu: own, section, order = last, id, label }) =>
      own === menu ? [at(section, order, command(label, id))] : [],
    );
  const menus = [
    ...(mac ? [appMenu(pages, about, checkForUpdates)] : []),
    fileMenu(command, pages, mac),
    editMenu(mac),
    viewMenu(command),
    goMenu(command, pages),
    repositoryMenu(command, pages),
    branchMenu(command, pages),
    windowMenu(command, mac),
    helpMenu(command, pages, mac, about, checkForUpdates),
  ];
  return menus.map((menu) => labelled(menu, mac));
}

/** An item with its section and its order there. */
interface PlacedItem {
  readonly section: number;
  readonly order: number;
  readonly item: Item;
}

/** Returns the items of a menu that open pages. */
type PageItems = (menu: MenuEntry["menu"]) => readonly PlacedItem[];

/** Order of items that say none. */
const last = Number.MAX_SAFE_INTEGER;

const at = (section: number, order: number, item: Item): PlacedItem => ({ section, order, item });

/** Returns items in their order, with lines between sections. */
const inSections = (items: readonly PlacedItem[]): Items =>
  items
    .toSorted((a, b) => a.section - b.section || a.order - b.order)
    .flatMap(({ section, item }, index, all) =>
      index > 0 && all[index - 1]?.section !== section ? [line, item] : [item],
    );

/** Returns an item and those below it with labels as the system writes them. */
function labelled(item: Item, mac: boolean): Item {
  const label = item.label ?? (mac || !item.role ? undefined : roleLabels[item.role]);
  return {
    ...item,
    ...(label === undefined ? {} : { label: menuLabel(label, mac) }),
    ...(Array.isArray(item.submenu) ? { submenu: item.submenu.map((each) => labelled(each, mac)) } : {}),
  };
}

/** Electron's own labels have title case on every system. */
const roleLabels: Partial<Record<NonNullable<Item["role"]>, string>> = {
  selectAll: "Select all",
  resetZoom: "Actual size",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  togglefullscreen: "Full screen",
  toggleDevTools: "Developer tools",
};

/** Returns the items that the system has at its own place for settings. */
const settings = (pages: PageItems): Items => pages("Settings").map(({ item }) => item);

const appMenu = (pages: PageItems, about: () => void, checkForUpdates: () => void): Item => ({
  label: "Helve",
  submenu: [
    { label: "About Helve", click: about },
    { label: "Check for updates…", click: checkForUpdates },
    line,
    ...settings(pages),
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

const fileMenu = (command: CommandItem, pages: PageItems, mac: boolean): Item => ({
  label: "&File",
  submenu: inSections([
    at(1, 1, command("New tab", "tab.new")),
    at(1, 2, command("Open repository…", "repository.open")),
    ...pages("File"),
    at(2, 1, command("Copy link", "window.copy-link")),
    at(3, 1, command("Close tab", "tab.close")),
    at(3, 2, command("Reopen closed tab", "tab.reopen")),
    ...(mac ? [] : settings(pages).map((item) => at(3, 3, item))),
    mac ? at(3, 4, { role: "close" }) : at(4, 1, { role: "quit" }),
  ]),
});

const editMenu = (mac: boolean): Item => ({
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

const viewMenu = (command: CommandItem): Item => ({
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

const goMenu = (command: CommandItem, pages: PageItems): Item => ({
  label: "&Go",
  submenu: inSections([
    at(1, 1, command("Back", "window.back")),
    at(1, 2, command("Forward", "window.forward")),
    ...pages("Go"),
  ]),
});

const repositoryMenu = (command: CommandItem, pages: PageItems): Item => ({
  label: "&Repository",
  submenu: inSections([at(1, 3, command("Go to file…", "repository.go-to-file")), ...pages("Repository")]),
});

const branchMenu = (command: CommandItem, pages: PageItems): Item => ({
  label: "&Branch",
  submenu: inSections([
    at(1, 2, command("Go to branch or tag…", "project.go-to-branch")),
    ...pages("Branch"),
  ]),
});

const windowMenu = (command: CommandItem, mac: boolean): Item => ({
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
  pages: PageItems,
  mac: boolean,
  about: () => void,
  checkForUpdates: () => void,
): Item => ({
  role: "help",
  submenu: inSections([
    at(1, 1, command("Keyboard shortcuts", "help.shortcuts")),
    ...pages("Help"),
    ...(mac
      ? []
      : [
          at(2, 1, { label: "Check for updates…", click: checkForUpdates }),
          at(2, 2, { label: "About Helve", click: about }),
        ]),
  ]),
});

/** A menu's item that runs a command of the page, by its id in the command palette. */
type CommandItem = (label: string, id: string) => Item;

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
