import { describe, expect, it } from "vitest";
import { parsePaletteText, rank } from "./palette-item.ts";

const items = [
  { label: "Project overview" },
  { label: "Pending changes", keywords: "edit draft" },
  { label: "Show or hide the sidebar", keywords: "panel" },
  { label: "Side", boost: 0 },
  { label: "Theme: dark", keywords: "night appearance" },
];
const labels = (typed: string) => rank(items, typed, 10).map(({ item }) => item.label);

describe("palette", () => {
  it("reads a prefix as a scope", () => {
    expect(parsePaletteText("> theme")).toEqual({ scope: "actions", text: "theme" });
    expect(parsePaletteText("@main")).toEqual({ scope: "people-and-refs", text: "main" });
    expect(parsePaletteText("/src/app")).toEqual({ scope: "files", text: "src/app" });
    expect(parsePaletteText("#12")).toEqual({ scope: "issues", text: "12" });
    expect(parsePaletteText("a > b")).toEqual({ scope: "all", text: "a > b" });
  });

  it("keeps the order while nothing is typed and puts the best first afterwards", () => {
    expect(labels("")).toEqual(items.map(({ label }) => label));
    expect(labels("side")[0]).toBe("Side");
    expect(labels("side")).toContain("Show or hide the sidebar");
    expect(labels("thdk")).toEqual(["Theme: dark"]);
    expect(labels("zzz")).toEqual([]);
  });

  it("finds nothing by letters that are scattered over keywords, which are not shown", () => {
    const berths = [{ label: "Show berths in the order of arrival", keywords: "Local Administrator asa" }];
    expect(rank(berths, "lant", 5)).toEqual([]);
    expect(rank(berths, "admin", 5)).toHaveLength(1);
    expect(rank(berths, "local adm", 5)).toHaveLength(1);
  });

  it("finds by keywords, after names", () => {
    expect(labels("draft")).toEqual(["Pending changes"]);
    expect(labels("night")).toEqual(["Theme: dark"]);
    expect(rank(items, "appear", 1)[0]?.keyword).toBe("appearance");
    expect(rank(items, "side", 1)[0]?.keyword).toBeUndefined();
  });

  it("ranks recently used items first among equals, and limits the list", () => {
    const equals = [{ label: "alpha one" }, { label: "alpha two", boost: 0.1 }];
    expect(rank(equals, "alpha", 5).map(({ item }) => item.label)).toEqual(["alpha two", "alpha one"]);
    expect(rank(equals, "alpha", 1)).toHaveLength(1);
  });

  it("marks the matched characters", () => {
    expect(rank([{ label: "README.md" }], "read", 1)[0]?.positions).toEqual([0, 1, 2, 3]);
  });
});
