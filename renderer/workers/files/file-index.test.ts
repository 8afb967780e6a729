import fc from "fast-check";
import { expect, test } from "vitest";
import { FileIndex, parseTreePaths } from "./file-index.ts";
import { parseFuzzyQuery, scoreBound, scorePath } from "./fuzzy-score.ts";

const paths = [
  "README.md",
  "docs/readme/index.md",
  "renderer/app/router.tsx",
  "renderer/ui/buttons/button.tsx",
  "renderer/ui/buttons/icon-button.tsx",
  "renderer/views/projects/project-list.tsx",
  "renderer/views/projects/projects-view.tsx",
  "electron/host/routes/accounts.ts",
  "electron/host/account-store.ts",
  "src/UserController.ts",
  "src/unused/continuous.ts",
  "weird/#100% ☕ done.txt",
  "test/button.test.tsx",
];
const index = new FileIndex(paths);
const found = (typed: string) => index.match(typed, 20).matches.map(({ path }) => path);

test.each([
  ["readme", "README.md"],
  ["button", "renderer/ui/buttons/button.tsx"],
  ["ibtn", "renderer/ui/buttons/icon-button.tsx"],
  ["uc", "src/UserController.ts"],
  ["ui/but", "renderer/ui/buttons/button.tsx"],
  ["button ui", "renderer/ui/buttons/button.tsx"],
  ["accounts", "electron/host/routes/accounts.ts"],
  ["projview", "renderer/views/projects/projects-view.tsx"],
  ["100%", "weird/#100% ☕ done.txt"],
  ["☕", "weird/#100% ☕ done.txt"],
  ["ui\\button", "renderer/ui/buttons/button.tsx"],
])("%s finds %s first", (typed, path) => {
  expect(found(typed)[0]).toBe(path);
});

test("nothing fits, nothing is found", () => {
  expect(index.match("zzzz", 10)).toEqual({ matches: [], total: 0, line: null });
});

test("a line may follow", () => {
  expect(parseFuzzyQuery("button.tsx:42")).toEqual({ terms: ["button.tsx"], line: 42 });
  expect(found("router.tsx:7")[0]).toBe("renderer/app/router.tsx");
});

test("positions are the query's letters", () => {
  const [best] = index.match("rtr", 1).matches;
  expect(best?.positions.map((at) => best.path[at]?.toLowerCase()).join("")).toBe("rtr");
});

test("typing in steps gives the same matches as typing at once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-dA-D/._-]{1,12}$/), { maxLength: 60 }),
      fc.stringMatching(/^[a-d/ ]{1,5}$/),
      (all, typed) => {
        const stepwise = new FileIndex(all);
        for (let end = 1; end < typed.length; end++) stepwise.match(typed.slice(0, end), 5);
        expect(stepwise.match(typed, 5)).toEqual(new FileIndex(all).match(typed, 5));
      },
    ),
  );
});

test("what is left out unrated could not have been among the best", () => {
  const name = fc.stringMatching(/^[a-cA-C/._-]{1,14}$/);
  const query = fc.stringMatching(/^[a-c/]{1,6}( [a-c]{1,4})?$/);
  fc.assert(
    fc.property(fc.array(name, { minLength: 20, maxLength: 120 }), query, (all, typed) => {
      const best = new FileIndex(all).match(typed, 3).matches;
      expect(best).toEqual(new FileIndex(all).match(typed, all.length).matches.slice(0, 3));
      const { terms } = parseFuzzyQuery(typed);
      for (const path of all) {
        const nameFrom = path.lastIndexOf("/") + 1;
        const lower = path.toLowerCase();
        const score = scorePath(terms, path, lower, nameFrom);
        if (score !== null) expect(scoreBound(terms, path, lower, nameFrom)).toBeGreaterThanOrEqual(score);
      }
    }),
  );
});

test("all that fits is counted, the best are given", () => {
  const many = new FileIndex(Array.from({ length: 5_000 }, (_, i) => `dir/file-${i}.txt`));
  const { matches, total } = many.match("file-42", 10);
  expect(matches).toHaveLength(10);
  expect(matches[0]?.path).toBe("dir/file-42.txt");
  expect(total).toBeGreaterThan(60);
});

test("a tree listing gives its files and submodules", () => {
  const listing = [
    { path: "src", type: "tree", mode: "040000" },
    { path: "src/a.ts", type: "blob" },
    { path: "vendor/lib", type: "commit" },
  ];
  const json = new TextEncoder().encode(JSON.stringify(listing));
  expect(parseTreePaths(json.buffer)).toEqual(["src/a.ts", "vendor/lib"]);
});
