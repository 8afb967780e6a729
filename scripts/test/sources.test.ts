import { expect, it } from "vitest";
import { root } from "../node.mjs";
import { importsOf, reachedBy, readSources } from "./sources.mjs";

const known = new Set([
  "README.md",
  "electron/service/cli.ts",
  "electron/service/data/table.txt",
  "renderer/ui/a.tsx",
  "renderer/ui/b.ts",
  "renderer/ui/c.ts",
  "renderer/ui/a.css",
  "renderer/ui/work.worker.ts",
  "renderer/ui/text/jsx-runtime.ts",
]);
const eager = (path: string, source: string) => [...importsOf(path, source, known).eager].toSorted();

it("finds what a file imports, but for types", () => {
  const source = `
    import a, { type A } from "./a.tsx";
    import type { B } from "./b.ts";
    export type { B } from "./b.ts";
    import "./a.css";
    import work from "./work.worker.ts?worker";
    const later = () => import("./c.ts");
    type Later = typeof import("./b.ts");
  `;
  expect(eager("renderer/ui/d.ts", source.replace(/.*typeof.*/, ""))).toEqual([
    "renderer/ui/a.css",
    "renderer/ui/a.tsx",
    "renderer/ui/work.worker.ts",
  ]);
  expect([...importsOf("renderer/ui/d.ts", source, known).lazy]).toEqual(["renderer/ui/c.ts"]);
  expect(eager("renderer/ui/e.tsx", "")).toEqual(["renderer/ui/text/jsx-runtime.ts"]);
});

it("counts the path of a file as an import of it, and that of a folder as one of its data", () => {
  expect(eager("e2e/x.test.ts", 'join(import.meta.dirname, "../electron/service/cli.ts")')).toEqual([
    "electron/service/cli.ts",
  ]);
  expect(eager("e2e/x.test.ts", 'join(root, "electron", "service", "data")')).toEqual([
    "electron/service/data/table.txt",
  ]);
  expect(eager("e2e/x.test.ts", 'new URL("../electron/service/data/table.txt", import.meta.url)')).toEqual([
    "electron/service/data/table.txt",
  ]);
  // A file of a repository that a test makes.
  expect(eager("e2e/x.test.ts", 'commit("README.md")')).toEqual([]);
});

const graph = (files: Record<string, { eager?: string[]; lazy?: string[] }>) => ({
  files: Object.keys(files),
  imports: new Map(
    Object.entries(files).map(([path, { eager = [], lazy = [] }]) => [
      path,
      { eager: new Set(eager), lazy: new Set(lazy) },
    ]),
  ),
  watching: [],
  setup: { page: ["renderer/testing/page/set-up.ts"], all: ["shared/testing/seed.ts"] },
});
const sources = graph({
  "shared/text.ts": {},
  "renderer/views/tags/index.tsx": { eager: ["shared/text.ts"] },
  "renderer/views/tags/rows.ts": {},
  "renderer/views/tags/rows.test.ts": { eager: ["renderer/views/tags/rows.ts"] },
  "renderer/views/tags/tags.page.test.ts": { eager: ["renderer/app/router.ts"] },
  "renderer/views/wiki/index.tsx": { eager: ["shared/text.ts"] },
  "renderer/views/wiki/wiki.page.test.ts": { eager: ["renderer/app/router.ts"] },
  "renderer/views/tags/view.ts": { lazy: ["renderer/views/tags/index.tsx"] },
  "renderer/views/wiki/view.ts": { lazy: ["renderer/views/wiki/index.tsx"] },
  "renderer/app/router.ts": { eager: ["renderer/views/tags/view.ts", "renderer/views/wiki/view.ts"] },
  "renderer/app/journey.page.test.ts": { eager: ["renderer/app/router.ts"] },
  "renderer/testing/page/set-up.ts": {},
  "shared/testing/seed.ts": {},
  "e2e/fixtures/test.ts": { eager: ["shared/text.ts", "e2e/fixtures/app.ts"] },
  "e2e/fixtures/app.ts": {},
  "e2e/tags.spec.ts": { eager: ["e2e/fixtures/test.ts"] },
  "e2e/other.spec.ts": {},
  "e2e/playwright.config.ts": {},
});
const allTests = sources.files.filter((path) => path.endsWith(".test.ts"));

it("reaches through imports the tests of a file", () => {
  expect(reachedBy(sources, ["renderer/views/tags/rows.ts"])).toEqual({
    tests: ["renderer/views/tags/rows.test.ts"],
    specs: [],
  });
  expect(reachedBy(sources, ["renderer/views/tags/rows.test.ts"]).tests).toEqual([
    "renderer/views/tags/rows.test.ts",
  ]);
});

it("reaches a view that the router loads from its own tests and from those of the whole app", () => {
  expect(reachedBy(sources, ["renderer/views/tags/index.tsx"]).tests).toEqual([
    "renderer/views/tags/tags.page.test.ts",
    "renderer/app/journey.page.test.ts",
  ]);
  // Both views import it.
  expect(reachedBy(sources, ["shared/text.ts"]).tests).toEqual([
    "renderer/views/tags/tags.page.test.ts",
    "renderer/views/wiki/wiki.page.test.ts",
    "renderer/app/journey.page.test.ts",
  ]);
});

it("reaches every test from what sets them up", () => {
  expect(reachedBy(sources, ["shared/testing/seed.ts"]).tests).toEqual(allTests);
  expect(reachedBy(sources, ["renderer/testing/page/set-up.ts"]).tests).toEqual(
    allTests.filter((path) => path.includes(".page.")),
  );
});

it("reaches specs from the fixtures that they import, not from the app", () => {
  expect(reachedBy(sources, ["e2e/fixtures/app.ts"]).specs).toEqual(["e2e/tags.spec.ts"]);
  expect(reachedBy(sources, ["shared/text.ts"]).specs).toEqual([]);
  expect(reachedBy(sources, ["e2e/playwright.config.ts"]).specs).toHaveLength(2);
});

it("reaches everything from the packages", () => {
  const reached = reachedBy(sources, ["package-lock.json"]);
  expect(reached.tests).toEqual(allTests);
  expect(reached.specs).toHaveLength(2);
  expect(reachedBy(sources, ["vitest.config.ts"])).toEqual({ tests: allTests, specs: [] });
});

it("finds in the project what its tests need", () => {
  const project = readSources(root);
  const imports = (path: string) => [...(project.imports.get(path)?.eager ?? [])];
  expect(imports("renderer/testing/page/make-sample.ts")).toContain("electron/service/cli.ts");
  expect(imports("e2e/playwright.config.ts")).toContain("e2e/fixtures/set-up-specs.ts");
  expect(project.watching).toContain("scripts/docs.test.ts");
  expect(reachedBy(project, ["electron/service/testing/roles/second-id-table.txt"]).tests).toContain(
    "electron/service/second-ids.contract.test.ts",
  );
  expect(project.setup.page).toContain("renderer/testing/page/set-up.ts");
  for (const path of [...project.setup.page, ...project.setup.all]) expect(project.files).toContain(path);
});
