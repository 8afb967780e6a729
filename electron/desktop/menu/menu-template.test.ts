import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MenuItemConstructorOptions } from "electron";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { menuTemplate } from "./menu-template.ts";

type Item = MenuItemConstructorOptions;
const renderer = join(import.meta.dirname, "..", "..", "..", "renderer");

function menuOf(platform: NodeJS.Platform) {
  const ran: string[] = [];
  const template = menuTemplate({
    platform,
    run: (id) => ran.push(id),
    checkForUpdates: () => undefined,
    about: () => ran.push("about"),
  });
  return { template, items: template.flatMap(within), ran };
}

const within = (item: Item): Item[] =>
  Array.isArray(item.submenu) ? [item, ...item.submenu.flatMap(within)] : [item];

/**
 * Patterns of the ids of the page's commands: those of objects with an `id`, a `title` and a function to `run`, and of
 * calls of `command` and `view`, which make them.
 */
function commandsOfPage(): readonly RegExp[] {
  const ids: RegExp[] = [];
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
      if (callee.type === "Identifier" && ["command", "view"].includes(callee.name)) add(id);
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
  const shared = ["&File", "&Edit", "&View", "&Go", "&Window", "help"];
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
      if (item.accelerator) expect(item.registerAccelerator).toBe(false);
      if (platform === "darwin" && item.accelerator) expect(item.accelerator).toMatch(/^Command/);
      expect(Boolean(item.role || item.click || item.submenu || item.type === "separator")).toBe(true);
    }
    const ids = items.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("the file menu opens a repository of this computer", () => {
  const { template, ran } = menuOf("linux");
  const file = template.find(({ label }) => label === "&File");
  click(file && within(file).find(({ label }) => label === "Open Repository…"));
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
