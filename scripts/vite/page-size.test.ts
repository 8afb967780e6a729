import { expect, it } from "vitest";
import { beyondLimits, measurePage, staticImports } from "./page-size.mjs";

const door =
  'export const tags = defineView({ load: () => import("./index.tsx"), pages: [page("/tags/$tag", {})] });';
const html = '<script src="/assets/main-1.js"></script><link rel="stylesheet" href="/assets/main-1.css">';

/** Measures a page whose view has some files. */
function measure(files: readonly string[], texts: Record<string, string> = {}, stored = files) {
  const all: Record<string, string> = {
    "index.html": html,
    "views.json": JSON.stringify([{ path: "^/tags/[^/]+/?$", files: files.map((path) => `/${path}`) }]),
    "assets/main-1.js": "1234",
    "assets/main-1.css": "12",
    ...Object.fromEntries(stored.map((path) => [path, ""])),
    ...texts,
  };
  const sizes = Object.entries(all).map(([path, text]) => ({ path, bytes: text.length }));
  return measurePage(sizes, (path: string) => all[path] ?? "", { tags: door });
}

it("adds up what a view needs besides what every start does", () => {
  const { views, problems } = measure(["assets/tags-1.js", "assets/tags-1.css"], {
    "assets/tags-1.js": "123456",
  });
  expect(problems).toEqual([]);
  expect(views).toMatchObject([{ name: "tags", script: 10, style: 2, requests: 5 }]);
});

it("finds a file that is asked for by another one, one that is compressed, and an address without files", () => {
  expect(
    measure(["assets/tags-1.js"], {
      "assets/tags-1.js": 'import"./main-1.js";import{a as b}from"./rows-1.js";b()',
    }).problems,
  ).toEqual(["assets/rows-1.js of tags is asked for by assets/tags-1.js, not with the HTML"]);
  expect(measure(["assets/tags-1.js"], {}, ["assets/tags-1.js.br"]).problems).toEqual([
    "assets/tags-1.js of tags is stored compressed",
  ]);
  expect(
    measurePage([], (path: string) => (path === "views.json" ? "[]" : html), { tags: door }).problems,
  ).toContain("views.json lacks an address of tags");
});

it("reads static imports alone", () => {
  const script =
    'import"./a.js";import{x as y,z}from"./b.js";import*as w from"./c.js";const d=import("./d.js");"import e"';
  expect(staticImports(script)).toEqual(["assets/a.js", "assets/b.js", "assets/c.js"]);
});

it("says what is beyond its limit, has none, or is no view", () => {
  const page = {
    total: { files: 3, bytes: 100 },
    views: [{ name: "tags", script: 2_001, style: 0, requests: 4 }],
  };
  expect(beyondLimits(page, { files: 2, bytes: 100 }, { tags: [2, 0, 3], home: [0, 0, 0] })).toEqual([
    "files of the built page: 3, at most 2 are allowed",
    "bytes of script until tags is usable: 2,001, at most 2,000 are allowed",
    "requests until tags is usable: 4, at most 3 are allowed",
    "home is no view: take it from scripts/vite/page-limits.mjs",
  ]);
  expect(beyondLimits(page, { files: 3, bytes: 100 }, {})).toEqual([
    "tags has no limits in scripts/vite/page-limits.mjs",
  ]);
});
