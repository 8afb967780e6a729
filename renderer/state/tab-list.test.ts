import { describe, expect, it } from "vitest";
import { tabList } from "../../shared/documents/interface.ts";
import {
  afterClose,
  afterCloseOthers,
  afterCloseUnder,
  afterFollow,
  afterKeep,
  afterMove,
  afterName,
  afterOpen,
  afterReopen,
  afterStart,
  afterVisit,
  closedTabs,
  neighbourTab,
  type TabList,
  tabOfMergeRequest,
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
    expect(afterClose(list("a", "a"), "a")).toEqual({
      tabs: [{ id: "a", href: "/", isPreview: true }],
      activeId: "a",
    });
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

describe("previews", () => {
  const mr = "/a/1/p/g%2Fp/merge_requests/7";
  const previewed = (names: string, activeId: string, previewId: string): TabList => {
    const { tabs } = list(names, activeId);
    return { tabs: tabs.map((tab) => (tab.id === previewId ? { ...tab, isPreview: true } : tab)), activeId };
  };
  const hrefs = ({ tabs }: TabList) => tabs.map(({ href }) => href);

  it("what is chosen takes the place of what was only looked at, and leaves what is kept", () => {
    const looked = afterFollow(previewed("a", "a", "a"), "/x", "new");
    expect(looked).toEqual({ tabs: [{ id: "a", href: "/x", isPreview: true }], activeId: "a" });
    const beside = afterFollow(list("ab", "a"), "/x", "new");
    expect(hrefs(beside)).toEqual(["/a", "/x", "/b"]);
    expect(beside).toMatchObject({ activeId: "new", tabs: [{}, { isPreview: true }, {}] });
    const reused = afterFollow(previewed("abc", "a", "c"), "/x", "new");
    expect(hrefs(reused)).toEqual(["/a", "/b", "/x"]);
    expect(reused.activeId).toBe("c");
  });

  it("a kept tab stays with its page, whatever part of it is shown", () => {
    const kept = list("ab", "a");
    expect(hrefs(afterFollow(kept, "/a?q=1#L2", "new"))).toEqual(["/a?q=1#L2", "/b"]);
    const file = { ...kept, tabs: [{ id: "a", href: "/files?ref=main&path=x.ts" }] };
    expect(hrefs(afterFollow(file, "/files?path=x.ts&ref=dev#L1", "new"))).toHaveLength(1);
    expect(hrefs(afterFollow(file, "/files?ref=main&path=y.ts", "new"))).toHaveLength(2);
  });

  it("a window opens an address in its tab, else in a preview", () => {
    const saved = previewed("abc", "a", "b");
    expect(afterStart(saved, saved, "/c")).toEqual({ ...saved, activeId: "c" });
    expect(hrefs(afterStart(saved, saved, "/x"))).toEqual(["/a", "/x", "/c"]);
    const opened = afterStart(list("ab", "a"), saved, "/x");
    expect(hrefs(opened)).toEqual(["/a", "/x", "/b"]);
    expect(opened.tabs[1]?.isPreview).toBe(true);
    expect(hrefs(afterStart(undefined, previewed("a", "a", "a"), "/x"))).toEqual(["/x"]);
  });

  it("a merge request has one tab", () => {
    const open: TabList = {
      tabs: [
        { id: "a", href: "/a" },
        { id: "m", href: `${mr}?tab=changes` },
      ],
      activeId: "a",
    };
    expect(afterFollow(open, mr, "new")).toEqual({
      tabs: [
        { id: "a", href: "/a" },
        { id: "m", href: mr },
      ],
      activeId: "m",
    });
    expect(tabOfMergeRequest(open, `${mr}8`)).toBeUndefined();
    expect(tabOfMergeRequest(open, "/a")).toBeUndefined();
  });

  it("a window that opens at an address shows it in its own tab, else in the preview", () => {
    const saved = previewed("ab", "b", "a");
    expect(hrefs(afterStart(saved, saved, "/x"))).toEqual(["/x", "/b"]);
    const open = { ...saved, tabs: [...saved.tabs, { id: "m", href: mr }] };
    expect(afterStart(open, open, `${mr}?tab=changes`)).toMatchObject({ activeId: "m", tabs: [{}, {}, {}] });
    expect(afterStart(saved, saved, "/")).toBe(saved);
  });

  it("is kept, and stays one while it shows other pages", () => {
    const kept = afterKeep(previewed("ab", "a", "a"), "a");
    expect(kept).toEqual(list("ab", "a"));
    expect(afterKeep(kept, "a")).toBe(kept);
    expect(afterVisit(previewed("ab", "a", "a"), "a", "/x").tabs[0]).toEqual({
      id: "a",
      href: "/x",
      isPreview: true,
    });
  });

  it("opens closed tabs again where they were, the last one first", () => {
    const before = previewed("abc", "b", "b");
    const [closed] = closedTabs(before, afterClose(before, "b"));
    expect(closed).toEqual({ tab: { id: "b", href: "/b", isPreview: true }, at: 1 });
    if (!closed) throw new Error("Nothing was closed");
    const reopened = afterReopen(afterClose(before, "b"), closed, "new");
    expect(reopened.tabs).toEqual([
      { id: "a", href: "/a" },
      { id: "new", href: "/b" },
      { id: "c", href: "/c" },
    ]);
    expect(reopened.activeId).toBe("new");
    const only = list("a", "a");
    expect(closedTabs(only, afterClose(only, "a"))).toHaveLength(1);
    expect(closedTabs(before, afterCloseOthers(before, "b"))).toHaveLength(2);
  });
});
