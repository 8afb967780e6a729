import { expect, test } from "vitest";
import { treeRows } from "../../../features/file-tree/tree-rows.ts";
import { filterPages, foldersOn, pageTree } from "./page-tree.ts";
import { pagesByName, resolveWikiLink } from "./resolve-link.ts";
import { fullTitle, slugOfTitle, titleProblem, titleToSend } from "./wiki-page.ts";

const pages = [
  "zoo",
  "home",
  "ops/Log-book",
  "ops/on-call/Page-10",
  "ops/on-call/Page-9",
  "ops",
  "Åland",
].map((slug) => ({ slug, title: slug.split("/").at(-1)?.replaceAll("-", " ") ?? "" }));

test("slugs become a tree with home first, folders and pages by name, numbers as numbers", () => {
  const rows = treeRows(pageTree(pages), new Set(["ops", "ops/on-call"]));
  expect(
    rows.map((row) => (row.kind === "entry" ? `${"  ".repeat(row.depth)}${row.entry.name}` : row.kind)),
  ).toEqual(["home", "Åland", "ops", "  Log book", "  on call", "    Page 9", "    Page 10", "zoo"]);
  const entries = rows.flatMap((row) => (row.kind === "entry" ? [row.entry] : []));
  expect(entries.find(({ path }) => path === "ops")).toMatchObject({ kind: "directory", isPage: true });
  expect(entries.find(({ path }) => path === "ops/on-call")).toMatchObject({ isPage: false });
});

test("the filter searches every word in title and slug", () => {
  expect(filterPages(pages, "page on-call 10").map(({ slug }) => slug)).toEqual(["ops/on-call/Page-10"]);
  expect(filterPages(pages, "åLAND").map(({ slug }) => slug)).toEqual(["Åland"]);
  expect(foldersOn("a/b/c")).toEqual(["a", "a/b"]);
});

test("titles and slugs", () => {
  expect(slugOfTitle(" docs / Set  up <guide> ")).toBe("docs/Set-up-<guide>");
  expect(fullTitle({ slug: "docs/Set-up", title: "Set up" })).toBe("docs/Set up");
  expect(titleToSend("Set up", "docs/Set-up")).toBe("/Set up");
  expect(titleToSend("a / b", "Set-up")).toBe("a/b");
  expect(titleProblem(" / ")).toBe("Enter a title.");
  expect(titleProblem("a/../b")).not.toBeNull();
  expect(titleProblem("a/b")).toBeNull();
});

const scope = {
  slug: "ops/Log-book",
  pages: pagesByName([...pages.map(({ slug }) => slug), "docs/zoo"]),
  projectUrl: "https://git.example/fjord/beacon",
};

test.each([
  ["zoo", "zoo"],
  ["/zoo", "zoo"],
  ["ZOO", "zoo"],
  ["./on-call/Page-9", "ops/on-call/Page-9"],
  ["on-call/Page-9", "ops/on-call/Page-9"],
  ["../zoo", "zoo"],
  ["Log-book.md", "ops/Log-book"],
  ["ops/Log-book.md", "ops/Log-book"],
  ["%C3%85land", "Åland"],
  ["/%5B%5BLog%20book", "ops/Log-book"],
  ["/%5B%5Bops%2FLog%20book", "ops/Log-book"],
  ["https://git.example/fjord/beacon/-/wikis/docs/zoo", "docs/zoo"],
  ["/fjord/beacon/-/wikis/zoo", "zoo"],
])("the link %s leads to %s", (address, slug) => {
  expect(resolveWikiLink(scope, address)).toEqual({ kind: "page", slug, hash: "", title: null });
});

test("what does not exist has a title for a new page", () => {
  expect(resolveWikiLink(scope, "/%5B%5BNew%20Idea#why")).toEqual({
    kind: "page",
    slug: "New-Idea",
    hash: "why",
    title: "New Idea",
  });
  expect(resolveWikiLink(scope, "./new-idea")).toMatchObject({ slug: "ops/new-idea", title: "ops/new idea" });
});

test("a path out of the wiki leads to the project's other parts", () => {
  const readme = { kind: "project", path: "blob/main/README.md", hash: "L3" };
  expect(resolveWikiLink(scope, "../../blob/main/README.md#L3")).toEqual(readme);
  expect(resolveWikiLink({ ...scope, slug: "home" }, "../blob/main/README.md#L3")).toEqual(readme);
  expect(resolveWikiLink(scope, "../blob/main/README.md")).toMatchObject({ kind: "page" });
});

test("other addresses are unchanged", () => {
  expect(resolveWikiLink(scope, "#top")).toEqual({ kind: "fragment", id: "top" });
  expect(resolveWikiLink(scope, "https://example.com/a")).toMatchObject({ kind: "external" });
  expect(resolveWikiLink(scope, "javascript:alert(1)")).toEqual({ kind: "none" });
  expect(resolveWikiLink(scope, "uploads/0a1b/lamp.png")).toEqual({
    kind: "attachment",
    path: "uploads/0a1b/lamp.png",
  });
  expect(resolveWikiLink(scope, "/uploads/0a1b/lamp.png")).toEqual({
    kind: "attachment",
    path: "uploads/0a1b/lamp.png",
  });
  expect(resolveWikiLink(scope, "plan.pdf")).toEqual({ kind: "attachment", path: "ops/plan.pdf" });
});
