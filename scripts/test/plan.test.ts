import { expect, it } from "vitest";
import { readArguments } from "./arguments.mjs";
import { hasSpecs, makePlan, playwrightArguments, vitestArguments } from "./plan.mjs";

const imports = {
  "renderer/views/tags/index.tsx": [],
  "renderer/views/tags/tags.page.test.ts": ["renderer/views/tags/index.tsx"],
  "renderer/ui/lonely.ts": [],
  "electron/host/host.ts": [],
  "electron/host/host.test.ts": ["electron/host/host.ts"],
  "scripts/docs.test.ts": [],
  "e2e/fixtures/log.ts": [],
  "e2e/log.spec.ts": ["e2e/fixtures/log.ts"],
  "e2e/tags.spec.ts": [],
  "e2e/sweep/views.spec.ts": [],
  "e2e/desktop/window.spec.ts": [],
};
const sources = {
  files: Object.keys(imports),
  imports: new Map(
    Object.entries(imports).map(([path, eager]) => [
      path,
      { eager: new Set<string>(eager), lazy: new Set<string>() },
    ]),
  ),
  watching: ["scripts/docs.test.ts"],
  setup: { page: [], all: [] },
};
const guide = ["CONTRIBUTING.md", "shared/api/index.ts"];
const plan = (argv: string[], changed: string[] | null = [], cwd = "") =>
  makePlan(readArguments(argv), {
    sources,
    changes: changed && { since: "4df47016", files: changed },
    guide,
    cwd,
  });
const left = ({ notRun }: ReturnType<typeof plan>) =>
  notRun.map(({ what }: { what: string }) => what).join("; ");

it("runs everything but the sweep where no file of the page changed, and says so", () => {
  const whole = plan([], ["electron/host/host.ts", "renderer/views/tags/tags.page.test.ts"]);
  expect(whole).toMatchObject({ tests: "all", specs: "all", sweep: false });
  expect(whole.checks).toContain("Guides");
  expect(left(whole)).toContain("the sweep of layout and accessibility");
  expect(whole.notRun[0]).toMatchObject({
    why: "no file of the page changed since 4df47016",
    how: "npm test -- --all",
  });
  expect(playwrightArguments(whole, true)).toEqual(["--project=browser", "--project=desktop"]);
  expect(vitestArguments(whole)).toEqual([]);
});

it.each(["renderer/views/tags/index.tsx", "assets/icon.svg", "e2e/sweep/views.spec.ts", "package-lock.json"])(
  "sweeps when %s changed",
  (path) => {
    expect(plan([], [path]).sweep).toBe(true);
    expect(playwrightArguments(plan([], [path]), false)).toEqual([]);
  },
);

it("runs everything without history", () => {
  for (const argv of [[], ["--changed"]])
    expect(plan(argv, null)).toMatchObject({ tests: "all", specs: "all", sweep: true });
});

it("runs all rounds of random tests at night only", () => {
  expect(plan(["--all"])).toMatchObject({ sweep: true, env: {} });
  expect(left(plan(["--all"]))).toContain("rounds");
  expect(plan(["--nightly"])).toMatchObject({ sweep: true, env: { HELVE_ROUNDS: "whole" }, notRun: [] });
  expect(plan(["electron/host/host.test.ts", "--nightly"]).env).toEqual({ HELVE_ROUNDS: "whole" });
});

it("runs what a change reaches, the tests of all files, and the specs of the whole app", () => {
  const changed = plan(["--changed"], ["electron/host/host.ts"]);
  expect(changed).toMatchObject({
    tests: ["electron/host/host.test.ts", "scripts/docs.test.ts"],
    specs: [],
    smoke: true,
    sweep: false,
  });
  expect(changed.checks).toEqual(["Types", "Import borders", "Lint", "Structure", "Dead code"]);
  expect(left(changed)).toContain(
    "1 of 3 test files, 3 files of specs but for twelve specs of the whole app, Guides",
  );
  expect(playwrightArguments(changed, false)).toEqual(["--project=browser", "--grep", "@smoke\\b"]);
});

it("runs the sweep for a change of the page, with --changed only for one of its own", () => {
  const files = ["renderer/views/tags/index.tsx"];
  expect(plan([], files)).toMatchObject({ specs: "all", sweep: true });
  expect(plan(["--changed"], files)).toMatchObject({ specs: [], smoke: true, sweep: false });
  expect(left(plan(["--changed"], files))).toContain("the sweep of layout and accessibility");
  expect(plan(["--changed"], ["e2e/sweep/views.spec.ts"])).toMatchObject({ smoke: true, sweep: true });
});

it("runs the specs whose fixtures changed", () => {
  const both = plan(["--changed"], ["e2e/sweep/views.spec.ts", "e2e/fixtures/log.ts"]);
  expect(both).toMatchObject({ specs: ["e2e/log.spec.ts"], smoke: true, sweep: true });
  const [flag, pattern = ""] = playwrightArguments(both, true);
  expect(flag).toBe("--grep");
  const matches = (title: string) => new RegExp(pattern).test(title);
  expect(matches(" browser log.spec.ts opens")).toBe(true);
  expect(matches(" desktop log.spec.ts opens")).toBe(true);
  expect(matches(" sweep sweep/views.spec.ts all")).toBe(true);
  expect(matches(" browser tags.spec.ts a tag @smoke")).toBe(true);
  expect(matches(" browser tags.spec.ts another tag")).toBe(false);
  expect(matches(" browser job-log.spec.ts opens")).toBe(false);
});

it("needs no build for a change of texts alone", () => {
  const texts = plan(["--changed"], ["CONTRIBUTING.md"]);
  expect(hasSpecs(texts)).toBe(false);
  expect(texts.tests).toEqual(["scripts/docs.test.ts"]);
  expect(texts.checks).toContain("Guides");
  expect(plan(["--changed"], []).tests).toEqual([]);
});

it("checks the size of the page where the page changed", () => {
  const checksOf = (path: string) => plan(["--changed"], [path]).checks;
  expect(checksOf("renderer/views/tags/index.tsx")).toContain("Page size");
  expect(checksOf("CONTRIBUTING.md")).not.toContain("Page size");
});

it("checks the packed layout where what is packed changed", () => {
  expect(plan(["--changed"], ["electron-builder.yml"]).checks).toContain("Packed layout");
});

it("runs named tests, specs, folders and the tests of sources, without checks", () => {
  expect(plan(["e2e/log.spec.ts", "electron", "renderer/views/tags/index.tsx", "-t", "a $1"])).toMatchObject({
    checks: [],
    tests: ["electron/host/host.test.ts", "renderer/views/tags/tags.page.test.ts"],
    specs: ["e2e/log.spec.ts"],
    name: "a $1",
  });
  expect(plan(["./host/"], [], "electron")).toMatchObject({ tests: ["electron/host/host.test.ts"] });
  expect(plan(["e2e/sweep"])).toMatchObject({ specs: ["e2e/sweep/views.spec.ts"] });
  const one = plan(["e2e/log.spec.ts", "-t", "a $1"]);
  expect(playwrightArguments(one, true)).toEqual(["e2e/log\\.spec\\.ts$", "-g", "a \\$1"]);
  expect(vitestArguments(plan(["electron", "-t", "a (b)"]))).toEqual([
    "electron/host/host.test.ts",
    "-t",
    "a \\(b\\)",
  ]);
});

it.each([
  ["nonsense", "There is no file or folder nonsense."],
  [
    "e2e/tag.spec.ts",
    "There is no file or folder e2e/tag.spec.ts. Similar: renderer/views/tags/tags.page.test.ts",
  ],
  ["renderer/ui/lonely.ts", "No test reaches renderer/ui/lonely.ts."],
])("refuses %s", (path, reason) => {
  expect(() => plan([path])).toThrow(reason);
});
