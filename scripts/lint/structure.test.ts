import { expect, it } from "vitest";
import { structureProblems } from "./structure.mjs";

const text = (lines: number, ...imports: string[]) =>
  `${imports.map((path) => `import { a } from "${path}";\n`).join("")}${"line();\n".repeat(lines - imports.length)}`;

const others = { "shared/wiki/one.ts": text(30), "shared/wiki/other.ts": text(30) };
/** Returns what is wrong with these files beside two others. */
const problems = (files: Record<string, string>, lists: Readonly<Record<string, string>> = {}) =>
  structureProblems(new Map(Object.entries({ ...others, ...files })), lists).map(
    ({ path, problem }) => `${path} ${problem}`,
  );
const part = "shared/wiki/part.ts";
const whole = { "shared/wiki/whole.ts": text(40, "./part.ts") };

it("finds a short file with one importer beside it, and says where it belongs", () => {
  expect(problems({ [part]: text(24), ...whole })).toEqual([
    `${part} has 24 lines and one importer beside it: merge it into shared/wiki/whole.ts`,
  ]);
  const ofTypes = { "shared/wiki/whole.ts": `import type { A } from "./part.ts";\n${text(40)}` };
  expect(problems({ [part]: text(24), ...ofTypes })).toHaveLength(1);
});

it.each([
  ["has 25 lines", { [part]: text(25), ...whole }],
  ["has a second importer", { [part]: text(5), ...whole, "shared/wiki/more.ts": text(40, "./part.ts") }],
  ["is imported from elsewhere alone", { [part]: text(5), "shared/other.ts": text(40, "./wiki/part.ts") }],
  ["has a test", { [part]: text(5), "shared/wiki/part.contract.test.ts": text(5, "./part.ts"), ...whole }],
  ["is loaded lazily", { [part]: text(5), "shared/wiki/whole.ts": `import("./part.ts");\n${text(40)}` }],
  [
    "is a thread",
    { [part]: text(5), "shared/wiki/whole.ts": `import it from "./part.ts?worker";\n${text(40)}` },
  ],
  [
    "is a fixture of tests",
    { "shared/wiki/testing/part.ts": text(5), "shared/wiki/testing/whole.ts": text(30, "./part.ts") },
  ],
])("leaves a short file alone that %s", (_why, files) => {
  expect(problems(files as Record<string, string>)).toEqual([]);
});

it("finds a folder with one file or one folder in it", () => {
  expect(problems({ "shared/wiki/deep/er/only.ts": text(30) })).toEqual([
    "shared/wiki/deep/er has nothing but one file or folder: move that up",
    "shared/wiki/deep has nothing but one file or folder: move that up",
  ]);
});

it("lets an entry of a list by nature be a folder with one file", () => {
  expect(
    problems(
      { "shared/places/clock/clock.tsx": text(30), "shared/places/map/map.tsx": text(30) },
      { "shared/places": "places" },
    ),
  ).toEqual([]);
});

it("counts a module with its styles and tests as one, and a folder as one", () => {
  const modules = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        [`shared/many/m${at}.tsx`, text(30)],
        [`shared/many/m${at}.module.css`, text(3)],
        [`shared/many/m${at}.test.tsx`, text(3)],
      ]).flat(),
    );
  const folder = { "shared/many/deep/a.ts": text(30), "shared/many/deep/b.ts": text(30) };
  expect(problems({ ...modules(24), ...folder })).toEqual([]);
  const [found = "", ...more] = problems({ ...modules(25), ...folder });
  expect(found).toContain("shared/many has 26 files and folders, at most 25 are allowed");
  expect(more).toEqual([]);
});

it("allows a list by nature any number and any length of files, while there is such a list", () => {
  const commands = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`shared/git/c${at}.ts`, text(5, "./run.ts")]),
  );
  const all = { "shared/git/run.ts": text(5, "./once.ts"), "shared/git/once.ts": text(5), ...commands };
  expect(problems(all)).toHaveLength(2);
  expect(problems(all, { "shared/git": "commands" })).toEqual([]);
  expect(problems({}, { "shared/git": "commands" })).toEqual([
    "shared/git is not there: take it from the lists by nature",
  ]);
});

it("finds a source of more than 400 lines; tests may be longer", () => {
  const found = problems({
    "shared/a.ts": text(401),
    "shared/a.test.ts": text(900),
    "shared/b.ts": text(400),
  });
  expect(found).toEqual(["shared/a.ts has 401 lines, at most 400 are allowed: split it by subject"]);
});
