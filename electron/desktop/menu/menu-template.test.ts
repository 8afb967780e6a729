import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MenuItemConstructorOptions } from "electron";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { menuEntries } from "../../../renderer/app/compose-views.ts";
import { pages } from "../../../renderer/app/views.ts";
import { acceleratorOf, menuTemplate } from "./menu-template.ts";

type Item = MenuItemConstructorOptions;
const renderer = join(import.meta.dirname, "..", "..", "..", "renderer");

const userKeys = { "palette.open": ["mod+j"], "tab.new": ["alt+t"], "project.files": ["g f"], "go.home": [] };

function menuOf(platform: NodeJS.Platform) {
  const ran: string[] = [];
  const template = menuTemplate({
    platform,
    keys: userKeys,
    entries: menuEntries(),
    run: (id) => ran.push(id),
    checkForUpdates: () => undefined,
    about: () => ran.push("about"),
  });
  return { template, items: template.flatMap(within), ran };
}

const within = (item: Item): Item[] =>
  Array.isArray(item.submenu) ? [item, ...item.submenu.flatMap(within)] : [item];

/**
 * Patterns of the ids of the page's commands: those that open its views, and those of objects with an `id`, a `title` and
 * a function to `run`, and of calls of `goTo`, which make them.
 */
function commandsOfPage(): readonly RegExp[] {
  const ids = pages.flatMap(({ commands = [] }) => commands.map(({ id }) => new RegExp(`^${id}$`)));
  const add = (id: ESTree.Node | undefined) => {
    if (id?.type === "Literal") ids.push(new RegExp(`^${id.value}$`));
    if (id?.type === "TemplateLiteral")
      ids.push(new RegExp(`^${id.quasis.map(({ value }) => value.raw).join("[\\w-]+")}$`));
  };
  const visitor = new Visitor({
    ObjectExpression({ properties }) {
      const fields = new Map(
        properties.flatMap((each) =>
          each.type === "Property" && each.key.type === "Identifier" ? [[each.key.name, each.value]] : [],
        ),
      );
      if (fields.has("title") && fields.has("run")) add(fields.get("id"));
    },
    CallExpression({ callee, arguments: [id] }) {
      if (callee.type === "Identifier" && callee.name === "goTo") add(id);
    },
  });
  for (const path of globSync("{app,features,views}/**/*.{ts,tsx}", { cwd: renderer }))
    if (!path.includes(".test."))
      visitor.visit(parseSync(path, readFileSync(join(renderer, path), "utf8")).program);
  return ids;
}

/** Clicks as a user does; the arguments that Electron adds are not used. */
const click = (item: Item | undefined) => Reflect.apply(item?.click ?? (() => undefined), item, []);

test("macOS has the app's menu first, the others have not", () => {
  const titles = (platform: NodeJS.Platform) =>
    menuOf(platform).template.map(({ label, role }) => label ?? role);
  const shared = ["&File", "&Edit", "&View", "&Go", "&Repository", "&Branch", "&Window", "help"];
  expect(titles("darwin")).toEqual(["Helve", ...shared]);
  expect(titles("linux")).toEqual(shared);
  expect(titles("win32")).toEqual(shared);
});

test.each(["darwin", "linux", "win32"] as const)(
  "every command of the menu on %s is one of the page's",
  (platform) => {
    const known = commandsOfPage();
    const { items, ran } = menuOf(platform);
    const commands = items.filter(({ id }) => id !== undefined);
    expect(commands.length).toBeGreaterThan(20);
    for (const item of commands) {
      expect(
        known.some((id) => id.test(String(item.id))),
        item.id,
      ).toBe(true);
      click(item);
    }
    expect(ran).toEqual(commands.map(({ id }) => id));
  },
);

test("no key of the menu takes it from the page, and no item is dead", () => {
  for (const platform of ["darwin", "linux", "win32"] as const) {
    const { items } = menuOf(platform);
    for (const item of items) {
      if (item.id && item.accelerator) expect(item.registerAccelerator).toBe(false);
      if (platform === "darwin" && item.accelerator) expect(item.accelerator).toMatch(/^Command/);
      expect(Boolean(item.role || item.click || item.submenu || item.type === "separator")).toBe(true);
    }
    const ids = items.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("the keys of commands are the user's, as far as the system's menu can show them", () => {
  const shown = (platform: NodeJS.Platform) =>
    Object.fromEntries(
      menuOf(platform).items.flatMap(({ id, accelerator }) => (id && accelerator ? [[id, accelerator]] : [])),
    );
  expect(shown("linux")).toEqual({ "palette.open": "CommandOrControl+J", "tab.new": "Alt+T" });
  expect(shown("darwin")).toEqual({ "palette.open": "CommandOrControl+J" });
});

test("keys are written as Electron's accelerators", () => {
  expect(["mod+shift+p", "alt+pageup", "mod+,", "mod++", "shift+f10", "f1"].map(acceleratorOf)).toEqual([
    "CommandOrControl+Shift+P",
    "Alt+PageUp",
    "CommandOrControl+,",
    "CommandOrControl+Plus",
    "Shift+F10",
    "F1",
  ]);
  expect(["g p", "?", "t", "escape", "mod+é", "mod+contextmenu", ""].map(acceleratorOf)).toEqual(
    Array(7).fill(null),
  );
});

test("labels have title case on macOS and sentence case elsewhere", () => {
  const labels = (platform: NodeJS.Platform) => menuOf(platform).items.flatMap(({ label }) => label ?? []);
  expect(labels("darwin")).toEqual(
    expect.arrayContaining(["Open Repository…", "Search and Commands", "Move Tab to New Window"]),
  );
  expect(labels("linux")).toEqual(
    expect.arrayContaining(["Open repository…", "Search and commands", "Move tab to new window", "Zoom in"]),
  );
  expect(labels("linux").filter((label) => / [A-Z](?!PI)/.test(label))).toEqual(["About Helve"]);
});

test("zoom in has the key without Shift too", () => {
  const zoom = menuOf("linux").items.filter(({ role }) => role === "zoomIn");
  expect(zoom.map(({ accelerator, visible }) => ({ accelerator, visible }))).toEqual([
    { accelerator: undefined, visible: undefined },
    { accelerator: "CommandOrControl+=", visible: false },
  ]);
});

test("pages are among the menu's own items, in their sections", () => {
  const branch = menuOf("linux").template.find(({ label }) => label === "&Branch");
  expect(branch && within(branch).map(({ label, type }) => label ?? type)).toEqual([
    "&Branch",
    ...["New branch…", "Go to branch or tag…", "Branches", "separator"],
    ...["Commits", "Pending changes", "Compare", "separator", "New merge request…"],
  ]);
});

test("the file menu opens a repository of this computer", () => {
  const { template, ran } = menuOf("linux");
  const file = template.find(({ label }) => label === "&File");
  click(file && within(file).find(({ label }) => label === "Open repository…"));
  expect(ran).toEqual(["repository.open"]);
});

test("settings, quit and about are found on every system", () => {
  for (const platform of ["darwin", "linux", "win32"] as const) {
    const { items, ran } = menuOf(platform);
    expect(items.some(({ role }) => role === "quit")).toBe(true);
    expect(items.some(({ id }) => id === "go.settings")).toBe(true);
    click(items.find(({ label }) => label === "About Helve"));
    expect(ran).toEqual(["about"]);
  }
});
