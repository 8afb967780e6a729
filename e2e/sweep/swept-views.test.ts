import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { router } from "../../renderer/app/app.tsx";
import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import { adminTabs } from "../../renderer/views/admin/admin-tabs.ts";
import { sweptViews } from "./swept-views.ts";

/** These only lead on to a route below them. */
const leading = [
  "/accounts",
  "/settings",
  "/a/$account",
  "/a/$account/admin",
  "/a/$account/me",
  "/a/$account/p/$project/wiki",
];

/** Returns the path of the route that an address matches. */
function routeOf(href: string): string | undefined {
  const [, , route] = router.getMatchedRoutes(href.split(/[?#]/, 1)[0] ?? "");
  return route?.fullPath.replace(/(.)\/$/, "$1");
}

const visited = sweptViews.map(({ href }) => href);

it("of every route are in the list that layout, zoom and axe are checked with", () => {
  const routes = new Set(visited.map(routeOf));
  const missing = Object.keys(router.routesByPath).filter((path) => !routes.has(path));
  expect(missing.filter((path) => !leading.includes(path))).toEqual([]);
});

it("of every section of the settings and of Administration are in that list", () => {
  const source = readFileSync(
    new URL("../../renderer/views/settings/settings-view.tsx", import.meta.url),
    "utf8",
  );
  const sections = [...source.matchAll(/\{ id: "(\w+)", label/g)].map(([, id]) => hrefs.settings(id));
  expect(sections.length).toBeGreaterThan(8);
  const tabs = adminTabs.map(({ id }) => hrefs.admin("local", id));
  expect([...sections, ...tabs].filter((href) => !visited.includes(href))).toEqual([]);
});

it("have a name of their own", () => {
  const names = sweptViews.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
