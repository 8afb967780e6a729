import { describe, expect, it } from "vitest";
import { tabList } from "../../shared/documents/interface.ts";
import {
  afterClose,
  afterCloseOthers,
  afterCloseUnder,
  afterMove,
  afterName,
  afterOpen,
  afterVisit,
  neighbourTab,
  type TabList,
} from "./tab-list.ts";

const list = (names: string, activeId: string): TabList => ({
  tabs: names.split("").map((id) => ({ id, href: `/${id}` })),
  activeId,
});
const names = ({ tabs }: TabList) => tabs.map(({ id }) => id).join("");

describe("tabs", () => {
  it("opens right of the active tab and activates it, unless in the background", () => {
    const added = { id: "x", href: "/x" };
    expect(names(afterOpen(list("abc", "a"), added, false))).toBe("axbc");
    expect(afterOpen(list("abc", "a"), added, false).activeId).toBe("x");
    expect(afterOpen(list("abc", "a"), added, true).activeId).toBe("a");
  });

  it("closes: right neighbour, else left neighbour, else home", () => {
    expect(afterClose(list("abc", "b"), "b")).toEqual(list("ac", "c"));
    expect(afterClose(list("abc", "c"), "c")).toEqual(list("ab", "b"));
    expect(afterClose(list("abc", "a"), "c")).toEqual(list("ab", "a"));
    expect(afterClose(list("a", "a"), "a")).toEqual({ tabs: [{ id: "a", href: "/" }], activeId: "a" });
    expect(afterClose(list("ab", "a"), "z")).toEqual(list("ab", "a"));
  });

  it("closes the tabs of an account", () => {
    const all: TabList = {
      tabs: ["/", "/a/1/projects", "/a/1/p/x", "/a/10/projects"].map((href) => ({ id: href, href })),
      activeId: "/a/1/projects",
    };
    const left = afterCloseUnder(all, "/a/1/");
    expect(left.tabs.map(({ href }) => href)).toEqual(["/", "/a/10/projects"]);
    expect(left.activeId).toBe("/a/10/projects");
  });

  it("moves within bounds", () => {
    expect(names(afterMove(list("abcd", "a"), "a", 2))).toBe("bcad");
    expect(names(afterMove(list("abcd", "a"), "d", 0))).toBe("dabc");
    expect(names(afterMove(list("abcd", "a"), "d", 4))).toBe("abcd");
  });

  it("notes where a tab went and makes it active", () => {
    const after = afterVisit(list("ab", "a"), "b", "/b/files");
    expect(after.activeId).toBe("b");
    expect(after.tabs[1]?.href).toBe("/b/files");
    const same = list("ab", "a");
    expect(afterVisit(same, "a", "/a")).toBe(same);
    expect(afterVisit(same, "gone", "/a")).toBe(same);
  });

  it("names tabs by their path, until they go elsewhere", () => {
    const named = afterName(list("ab", "a"), "/a", "staging");
    expect(named.tabs.map(({ name }) => name)).toEqual(["staging", undefined]);
    expect(afterName(named, "/a", "staging")).toBe(named);
    expect(afterVisit(named, "a", "/a?state=failed#L1").tabs[0]?.name).toBe("staging");
    expect(afterVisit(named, "a", "/b").tabs[0]).toEqual({ id: "a", href: "/b" });
    expect(afterClose({ ...named, tabs: named.tabs.slice(0, 1) }, "a").tabs[0]?.name).toBeUndefined();
  });

  it("wraps around, and stays where there is one tab", () => {
    expect(neighbourTab(list("abc", "c"), 1)?.id).toBe("a");
    expect(neighbourTab(list("abc", "a"), -1)?.id).toBe("c");
    expect(afterCloseOthers(list("abc", "a"), "b")).toEqual(list("b", "b"));
  });

  it("refuses a stored list whose active tab is missing or whose address is foreign", () => {
    expect(tabList.safeParse(list("ab", "z")).success).toBe(false);
    expect(
      tabList.safeParse({ tabs: [{ id: "a", href: "https://example.org" }], activeId: "a" }).success,
    ).toBe(false);
  });
});
