import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChangedFile, findCommonParts } from "./common-changes.ts";
import { findPackageUpdates } from "./package-updates.ts";

const file = (path: string, diff: string): ChangedFile => ({
  old_path: path,
  new_path: path,
  diff,
  new_file: false,
  deleted_file: false,
});
const replaced = (before: string, after: string, context = "") =>
  `@@ -1,3 +1,3 @@\n${context}-${before}\n+${after}\n`;

describe("package updates", () => {
  it.each([
    [
      "package.json",
      replaced('    "lodash": "^4.17.20",', '    "lodash": "^4.17.21",'),
      "lodash 4.17.20 4.17.21",
    ],
    [
      "package-lock.json",
      replaced(
        '      "version": "7.0.0",',
        '      "version": "7.1.0-beta.2",',
        '     "node_modules/@types/node": {\n',
      ),
      "@types/node 7.0.0 7.1.0-beta.2",
    ],
    [
      "yarn.lock",
      replaced('  version "1.2.3"', '  version "1.2.4"', " left-pad@^1.2.0:\n"),
      "left-pad 1.2.3 1.2.4",
    ],
    [
      "Cargo.lock",
      replaced('version = "1.0.1"', 'version = "1.0.2"', ' name = "serde"\n'),
      "serde 1.0.1 1.0.2",
    ],
    [
      "Cargo.toml",
      replaced('serde = { version = "1.0.1" }', 'serde = { version = "1.0.2" }'),
      "serde 1.0.1 1.0.2",
    ],
    ["requirements.txt", replaced("django==4.1.2", "django==4.2"), "django 4.1.2 4.2"],
    ["go.mod", replaced("\tgithub.com/x/y v1.2.0", "\tgithub.com/x/y v1.3.0"), "github.com/x/y 1.2.0 1.3.0"],
    ["Gemfile.lock", replaced("    rails (7.0.1)", "    rails (7.0.2)"), "rails 7.0.1 7.0.2"],
    [
      "pom.xml",
      replaced(
        "      <version>5.9.1</version>",
        "      <version>5.9.2</version>",
        "       <artifactId>junit</artifactId>\n",
      ),
      "junit 5.9.1 5.9.2",
    ],
    ["Dockerfile", replaced("FROM node:20.1-slim", "FROM node:20.2-slim"), "node 20.1-slim 20.2-slim"],
    [
      "a.csproj",
      replaced(
        '<PackageReference Include="NUnit" Version="3.1.0" />',
        '<PackageReference Include="NUnit" Version="3.2.0" />',
      ),
      "NUnit 3.1.0 3.2.0",
    ],
    [
      "build.gradle",
      replaced("  implementation 'a.b:c:1.0.0'", "  implementation 'a.b:c:1.1.0'"),
      "a.b:c 1.0.0 1.1.0",
    ],
  ])("are found in %s", (_, diff, expected) => {
    expect(findPackageUpdates(diff).map(({ name, from, to }) => `${name} ${from} ${to}`)).toEqual([expected]);
  });

  it("are none where a line has no version, or another line replaces it", () => {
    expect(findPackageUpdates(replaced("a = 1", "a = 2"))).toEqual([]);
    expect(findPackageUpdates(replaced('"a": "1.0.0"', '"b": "1.0.1"'))).toEqual([]);
    expect(findPackageUpdates(replaced('"a": "1.0.0"', '"a": "1.0.0",'))).toEqual([]);
  });
});

describe("common parts", () => {
  const bump = replaced('"lodash": "4.0.0"', '"lodash": "4.0.1"');

  it("name lock files, versions, equal changes and hunks, each once", () => {
    const parts = findCommonParts([
      { key: 1, files: [file("package.json", bump)] },
      { key: 2, files: [file("web/package.json", bump)] },
      { key: 3, files: [file("yarn.lock", replaced("  integrity a", "  integrity b"))] },
      { key: 4, files: [file("src/a.ts", replaced("x", "y")), file("package.json", bump)] },
      { key: 5, files: [] },
    ]);
    expect(parts.map(({ kind, text, keys }) => [kind, text, keys])).toEqual([
      ["lock-files", "Only lock files", [3]],
      ["dependencies", "Only files about dependencies", [1, 2]],
      ["update", "lodash 4.0.0 → 4.0.1", [1, 2, 4]],
      ["same-change", "Same change", [1, 2]],
      ["same-hunk", '-"lodash": "4.0.0"', [1, 2, 4]],
      ["empty", "No changes", [5]],
    ]);
  });

  it("name a package that goes to several versions", () => {
    const parts = findCommonParts([
      { key: 1, files: [file("package.json", bump)] },
      { key: 2, files: [file("package.json", replaced('"lodash": "4.0.0"', '"lodash": "5.0.0"'))] },
    ]);
    expect(parts.filter(({ kind }) => kind === "package")).toEqual([
      { kind: "package", text: "lodash", keys: [1, 2] },
    ]);
  });

  it("contain only what was compared, whatever the order and the line numbers", () => {
    const hunk = fc.constantFrom(replaced("a", "b"), replaced("c", "d"), bump);
    const set = fc.array(fc.tuple(fc.constantFrom("package.json", "yarn.lock", "a.ts"), hunk), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(set, { maxLength: 6 }), (all) => {
        const sets = all.map((files, key) => ({ key, files: files.map(([path, diff]) => file(path, diff)) }));
        const moved = sets.map(({ key, files }) => ({
          key,
          files: files.map((each) => ({ ...each, diff: each.diff.replaceAll("-1,3 +1,3", "-70,3 +80,3") })),
        }));
        const parts = findCommonParts(sets);
        expect(findCommonParts(moved)).toEqual(parts);
        for (const { kind, keys } of parts) {
          expect(keys.every((key) => key in sets)).toBe(true);
          expect(new Set(keys).size).toBe(keys.length);
          if (kind === "same-change") {
            const diffs = new Set(keys.map((key) => sets[key]?.files.map(({ diff }) => diff).join()));
            expect(diffs.size).toBe(1);
          }
        }
      }),
    );
  });
});
