import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { menuTemplate } from "../../electron/desktop/menu/menu-template.ts";
import { isOfProject } from "../features/addresses/define-view.ts";
import { fillPath } from "../features/addresses/match-path.ts";
import { keymap } from "../state/keymap/keymap.ts";
import { router } from "./app.tsx";
import { menuEntries } from "./compose-views.ts";
import { describeAddress, parseAddress } from "./navigation/app-location.ts";
import { findPage, markedName, pages, views } from "./views.ts";

const params = {
  account: "1",
  project: "g/s/p",
  group: "g/s",
  username: "ada",
  section: "network",
  tab: "users",
  operation: "listBranches",
  sha: "abc",
  iid: "7",
  pipeline: "7",
  other: "6",
  job: "7",
  environment: "7",
  milestone: "7",
  snippet: "7",
  _splat: "home",
};
const folder = new URL("../views/", import.meta.url);

test("the list has the view of every folder", () => {
  const source = readFileSync(new URL("views.ts", import.meta.url), "utf8");
  const folders = readdirSync(folder).filter((name) => !source.includes(`"../views/${name}/view.ts"`));
  expect(folders).toEqual([]);
  expect(new Set(views).size).toBe(readdirSync(folder).length);
});

test.each(pages.map((page) => [page.path, page] as const))("the page %s has all it needs", (path, page) => {
  const href = fillPath(path, params);
  const [, , route] = router.getMatchedRoutes(href);
  // A wiki's pages are below the wiki, which they match too.
  expect([path, `${path}/$`]).toContain(route?.fullPath.replace(/(.)\/$/, "$1"));
  const leadsOn = page.leadsTo !== undefined && !page.isPlace;
  expect(findPage(href)?.page.path).toBe(
    leadsOn ? findPage(fillPath(page.leadsTo, params))?.page.path : path,
  );
  expect(parseAddress(href)).toMatchObject(
    leadsOn ? {} : isOfProject(page) ? { kind: "project", part: page.name } : { kind: page.name },
  );
  const { title, icon, crumbs } = describeAddress(href, () => "account");
  expect(title).not.toBe("");
  expect(icon).toBeDefined();
  expect(crumbs.every(({ label, href: target }) => label !== "" && findPage(target) !== null)).toBe(true);
  const isScope = (other: typeof page) => isOfProject(other) === isOfProject(page);
  for (const name of [page.parent, page.marks].filter((other) => other !== undefined))
    expect(pages.some((other) => other.name === name && isScope(other))).toBe(true);
  if (isOfProject(page)) {
    const marked = markedName(page.name, isOfProject);
    expect(pages.some((other) => other.name === marked && isScope(other) && other.sidebar)).toBe(true);
  }
});

test("the desktop's menus have the commands of pages that say so, and the keys have theirs", () => {
  const commands = pages.flatMap(({ commands: own = [] }) => own);
  const ids = commands.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const ran: string[] = [];
  const menus = menuTemplate({
    platform: "linux",
    keys: {},
    entries: menuEntries(),
    run: (id) => ran.push(id),
    about: () => undefined,
    checkForUpdates: () => undefined,
  });
  for (const menu of menus) {
    const items = Array.isArray(menu.submenu) ? menu.submenu : [];
    ran.length = 0;
    for (const item of items) if (item.click) Reflect.apply(item.click, item, []);
    const name = (menu.label ?? menu.role ?? "").replace("&", "").toLowerCase();
    const own = commands
      .filter(({ menu: place }) => (place?.menu === "Settings" ? "file" : place?.menu.toLowerCase()) === name)
      .map(({ id }) => id);
    expect(ran.filter((id) => ids.includes(id)).sort()).toEqual(own.sort());
  }
  const keysOfPages = Object.entries(keymap()).filter(([id]) => /^(?:go|project)\./.test(id));
  expect(keysOfPages.filter(([id]) => !ids.includes(id)).map(([id]) => id)).toEqual(["project.go-to-branch"]);
});
