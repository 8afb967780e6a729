import { expect, it } from "vitest";
import { chunkNames, groupByNeed } from "./chunks.ts";

const module = (id: string, size: number, views: bigint, imports: string[] = []) => ({
  id,
  size,
  views,
  imports,
});
const many = { size: 0, request: 0 };

it("puts together what the same views need, and joins what costs the least in vain", () => {
  const modules = [
    module("a", 10, 0b011n),
    module("b", 10, 0b011n),
    module("c", 10, 0b110n),
    module("d", 90, 0b111n),
  ];
  expect(groupByNeed(modules, many)).toEqual([["a", "b"], ["c"], ["d"]]);
  expect(groupByNeed(modules, { ...many, size: 15 })).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});

it("joins no files that would import each other", () => {
  const modules = [
    module("a", 10, 0b0011n, ["b"]),
    module("b", 900, 0b0111n, ["c"]),
    module("c", 10, 0b1111n),
  ];
  // "a" with "c" were the cheapest, with "b" between them.
  for (const group of groupByNeed(modules, { ...many, size: 20 })) expect(group).not.toEqual(["a", "c"]);
});

it("counts what is loaded with a file, too", () => {
  const modules = [
    module("small", 10, 0b0011n, ["large"]),
    module("large", 900, 0b0011n),
    module("other", 10, 0b1100n),
    module("third", 20, 0b1100n | 0b0001n),
  ];
  const groups = groupByNeed(modules, { ...many, size: 15 });
  // Views of "other" would load the large one with the small one.
  expect(groups.some((ids) => ids.includes("small") && ids.includes("other"))).toBe(false);
});

it("names the modules of one view by it, and leaves out what every start has and what is loaded later", () => {
  const imports: Record<string, { now?: string[]; later?: string[] }> = {
    "main.ts": { now: ["/views/tags/view.ts", "/views/home/view.ts", "frame"] },
    "/views/tags/view.ts": { later: ["tags"] },
    "/views/home/view.ts": { later: ["home"] },
    tags: { now: ["row", "list", "frame", "list.module.css"], later: ["dialog", "soon"] },
    home: { now: ["list", "library", "list.module.css"] },
    dialog: { now: ["list", "field"] },
    // It counts as a view: what it shares with one is in neither.
    soon: { now: ["row", "mark"] },
  };
  const read = (id: string) => ({
    code: id,
    importedIds: imports[id]?.now ?? [],
    dynamicallyImportedIds: imports[id]?.later ?? [],
  });
  expect(
    Object.fromEntries(chunkNames(["main.ts"], [["later", /^soon$/]], (id) => id !== "library", read)),
  ).toEqual({
    tags: "tags",
    row: "parts-1",
    home: "home",
    list: "parts-1",
    soon: "later",
    mark: "later",
    "list.module.css": "styles",
  });
});
