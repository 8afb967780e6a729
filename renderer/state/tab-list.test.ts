import { describe, expect, it } from "vitest";
import {
  beside,
  closed,
  closedUnder,
  moved,
  onlyTab,
  opened,
  type TabList,
  tabList,
  visited,
} from "./tab-list.ts";

const list = (names: string, activeId: string): TabList => ({
  tabs: names.split("").map((id) => ({ id, href: `/${id}` })),
  activeId,
});
const names = ({ tabs }: TabList) => tabs.map(({ id }) => id).join("");

describe("tabs", () => {
  it("opens right of the active tab and goes there, unless in the background", () => {
    const added = { id: "x", href: "/x" };
    expect(names(opened(list("abc", "a"), added, false))).toBe("axbc");
    expect(opened(list("abc", "a"), added, false).activeId).toBe("x");
    expect(opened(list("abc", "a"), added, true).activeId).toBe("a");
  });

  it("closes: right neighbour, else left neighbour, else home", () => {
    expect(closed(list("abc", "b"), "b")).toEqual(list("ac", "c"));
    expect(closed(list("abc", "c"), "c")).toEqual(list("ab", "b"));
    expect(closed(list("abc", "a"), "c")).toEqual(list("ab", "a"));
    expect(closed(list("a", "a"), "a")).toEqual({ tabs: [{ id: "a", href: "/" }], activeId: "a" });
    expect(closed(list("ab", "a"), "z")).toEqual(list("ab", "a"));
  });

  it("closes what belonged to an account", () => {
    const all: TabList = {
      tabs: ["/", "/a/1/projects", "/a/1/p/x", "/a/10/projects"].map((href) => ({ id: href, href })),
      activeId: "/a/1/projects",
    };
    const left = closedUnder(all, "/a/1/");
    expect(left.tabs.map(({ href }) => href)).toEqual(["/", "/a/10/projects"]);
    expect(left.activeId).toBe("/a/10/projects");
  });

  it("moves within bounds", () => {
    expect(names(moved(list("abcd", "a"), "a", 2))).toBe("bcad");
    expect(names(moved(list("abcd", "a"), "d", 0))).toBe("dabc");
    expect(names(moved(list("abcd", "a"), "d", 4))).toBe("abcd");
  });

  it("notes where a tab went and makes it active", () => {
    const after = visited(list("ab", "a"), "b", "/b/files");
    expect(after.activeId).toBe("b");
    expect(after.tabs[1]?.href).toBe("/b/files");
    const same = list("ab", "a");
    expect(visited(same, "a", "/a")).toBe(same);
    expect(visited(same, "gone", "/a")).toBe(same);
  });

  it("walks round the ends and keeps one alone", () => {
    expect(beside(list("abc", "c"), 1)?.id).toBe("a");
    expect(beside(list("abc", "a"), -1)?.id).toBe("c");
    expect(onlyTab(list("abc", "a"), "b")).toEqual(list("b", "b"));
  });

  it("refuses a stored list whose active tab is missing or whose address is foreign", () => {
    expect(tabList.safeParse(list("ab", "z")).success).toBe(false);
    expect(
      tabList.safeParse({ tabs: [{ id: "a", href: "https://example.org" }], activeId: "a" }).success,
    ).toBe(false);
  });
});
