import { describe, expect, it } from "vitest";
import { looseName, pageTitle, resolveTitle, toStem } from "./pages.ts";

it("turns titles into file names and back", () => {
  expect(toStem("docs/Git basics")).toBe("docs/Git-basics");
  expect(toStem("C++ <tips>")).toBe("C++-<tips>");
  expect(pageTitle("docs/Git--basics-2")).toBe("Git basics 2");
  expect(looseName("Docs/git BASICS")).toBe("docs/git-basics");
});

describe("resolving a title", () => {
  it.each([
    ["  Two   words ", "", "Two words"],
    [" a / b ", "", "a/b"],
    ["/a//b/", "", "a/b"],
    ["name", "docs", "docs/name"],
    ["/name", "docs", "name"],
    ["x/name", "docs", "x/name"],
    [" ", "docs", ""],
  ])("%j in the folder %j is %j", (title, folder, expected) =>
    expect(resolveTitle(title, folder)).toBe(expected),
  );
});

it("finds the same page by the slug of older services", () =>
  expect(looseName("C++")).toBe(looseName("c--")));
