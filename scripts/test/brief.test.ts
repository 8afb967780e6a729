import { expect, it } from "vitest";
import {
  briefBorders,
  briefDead,
  briefEnd,
  briefError,
  briefGuides,
  briefLint,
  briefTypes,
  commandOf,
} from "./brief.mjs";

const comments = {
  "ui-knows-no-api": "components of renderer/ui get what they show as properties",
  "no-cycles": "files that need each other cannot be read alone",
};

// What the tools printed for wrong code, shortened.
const borders = `
  error ui-knows-no-api: renderer/ui/states/skeleton.tsx → renderer/views/branches/index.tsx
  error no-cycles: renderer/views/branches/branches-view.tsx → 
      renderer/views/branches/branch-dialogs.tsx →
      renderer/ui/states/skeleton.tsx →
      renderer/views/branches/index.tsx →
      renderer/views/branches/branches-view.tsx
  error no-cycles: renderer/ui/states/skeleton.tsx → 
      renderer/views/branches/index.tsx →
      renderer/views/branches/branches-view.tsx →
      renderer/ui/states/skeleton.tsx
  error folders-in-circles: renderer/ui/viewers → 
      renderer/ui/text →
      renderer/ui →
      renderer/views/branches →
      renderer/features/repository →
      renderer/features/file-preview →
      renderer/ui/viewers

x 4 dependency violations (4 errors, 0 warnings). 2773 modules, 14675 dependencies cruised.
`;

it("shows a wrong import once, with its rule's comment, and counts the circles that it closes", () => {
  expect(briefBorders(borders, comments)).toEqual([
    "ui-knows-no-api: components of renderer/ui get what they show as properties",
    "  renderer/ui/states/skeleton.tsx → renderer/views/branches/index.tsx",
    "3 circles go through what is listed here.",
    "Take the import away, or move what both need below both (the table of folders in README.md).",
  ]);
});

it("shows the shortest of the circles that no wrong import explains", () => {
  const circles = borders.replace(/.*ui-knows-no-api.*\n/, "");
  expect(briefBorders(circles, comments).slice(0, 3)).toEqual([
    "no-cycles: files that need each other cannot be read alone",
    "  renderer/ui/states/skeleton.tsx → renderer/views/branches/index.tsx → renderer/views/branches/branches-view.tsx → renderer/ui/states/skeleton.tsx",
    "  and 1 more of this rule",
  ]);
});

const typeError = (line: number) =>
  `renderer/views/branches/wrong.ts(${line},14): error TS2322: Type 'number' is not assignable to type 'string'.`;

it("shows the first errors of types, and how many there are", () => {
  const errors = Array.from({ length: 7 }, (_, index) => typeError(index + 1));
  expect(briefTypes(`${errors.join("\n  Detail of it.\n")}\n`)).toEqual([
    ...errors.slice(0, 5),
    "… 7 in all: npm run types lists them.",
  ]);
  expect(briefTypes(`${typeError(3)}\n`)).toEqual([typeError(3)]);
});

const lint = JSON.stringify({
  diagnostics: [
    {
      severity: "error",
      message: "Some imports or exports are not organized.",
      category: "assist/source/organizeImports",
      location: { path: "renderer/views/branches/index.tsx", start: { line: 2, column: 1 } },
    },
    {
      severity: "error",
      message: "Build addresses with `hrefs` (renderer/features/addresses/hrefs.ts).",
      category: "plugin",
      location: { path: "renderer/views/branches/wrong.ts", start: { line: 4, column: 13 } },
    },
    {
      severity: "error",
      message: "Unexpected any. Specify a different type.",
      category: "lint/suspicious/noExplicitAny",
      location: { path: "renderer/ui/lonely.ts", start: { line: 3, column: 29 } },
    },
    {
      severity: "error",
      message: "Formatter would have printed the following content:",
      category: "format",
      location: { path: "renderer/ui/lonely.ts", start: { line: 0, column: 0 } },
    },
  ],
});

it("shows rule, place and message of what lint found, and the command that mends it", () => {
  expect(briefLint(`The \`json\` reporter is experimental.\n${lint}\n`)).toEqual([
    "renderer/views/branches/index.tsx:2 assist/source/organizeImports: Some imports or exports are not organized.",
    "renderer/views/branches/wrong.ts:4 plugin: Build addresses with `hrefs` (renderer/features/addresses/hrefs.ts).",
    "renderer/ui/lonely.ts:3 suspicious/noExplicitAny: Unexpected any. Specify a different type.",
    "renderer/ui/lonely.ts format: the formatter would write it differently",
    "npx biome check --write renderer/views/branches/index.tsx renderer/ui/lonely.ts",
  ]);
});

const dead = JSON.stringify({
  issues: [
    { file: "renderer/ui/lonely.ts", exports: [], files: [{ name: "renderer/ui/lonely.ts" }], types: [] },
    {
      file: "renderer/ui/states/skeleton.tsx",
      exports: [{ name: "orphan", line: 28, col: 14, pos: 1182 }],
      files: [],
      types: [{ name: "Never", line: 27, col: 18, pos: 1160 }],
    },
    { file: "package.json", dependencies: [{ name: "unused", line: 49, col: 6, pos: 1700 }] },
  ],
});

it("shows what is used nowhere", () => {
  expect(briefDead(dead)).toEqual([
    "renderer/ui/lonely.ts: no file imports it",
    "renderer/ui/states/skeleton.tsx:28 orphan: used nowhere",
    "renderer/ui/states/skeleton.tsx:27 Never: used nowhere",
    "package.json:49 unused: no file imports this package",
    "Delete it or use it; an export that only its file uses needs no `export`.",
  ]);
});

it("shows what does not work in the guides", () => {
  const output = `12 blocks of CONTRIBUTING.md were applied.\n${typeError(1)}\nWhat CONTRIBUTING.md says does not work any more.\n`;
  expect(briefGuides(output)).toEqual([
    typeError(1),
    expect.stringContaining("The blocks of CONTRIBUTING.md"),
  ]);
});

it("shows the end of an output that it does not know, without the stack", () => {
  const crash = "Error: Cannot find module 'x'\n    at load (node:internal:1:2)\n\nNode.js v24.21.0\n";
  for (const brief of [briefTypes, briefLint, briefDead, briefEnd])
    expect(brief(crash)).toEqual(["Error: Cannot find module 'x'"]);
  expect(briefBorders(crash, {})).toEqual(["Error: Cannot find module 'x'"]);
});

it("shows the first lines of an error, of its cause, and what differs", () => {
  const cause = new Error("inner");
  const diff =
    '\u001b[32m- Expected\u001b[39m\n\u001b[31m+ Received\u001b[39m\n\n  {\n\u001b[32m-   "a": 2,\u001b[39m\n\u001b[31m+   "a": 1,\u001b[39m\n  }';
  const error = Object.assign(new Error("expected { a: 1 } to equal { a: 2 }", { cause }), { diff });
  expect(briefError(error)).toBe('expected { a: 1 } to equal { a: 2 }\n-   "a": 2,\n+   "a": 1,\ninner');
  expect(briefError(undefined)).toBe("");
});

it.each([
  ["a draft survives", 'npm test -- e2e/drafts.spec.ts -t "a draft survives"'],
  ["it's $1", "npm test -- e2e/drafts.spec.ts -t 'it'\\''s $1'"],
])("runs %s alone by a command for the shell", (title, command) => {
  expect(commandOf({ file: "e2e/drafts.spec.ts", title })).toBe(command);
});
