import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownersOfFile, ownersRules, parseCodeOwners } from "./code-owners.ts";

const owners = (text: string, path: string) =>
  ownersOfFile(parseCodeOwners(text), path).map((found) => [
    found.section,
    found.owners.map(({ text: owner }) => owner).join(" "),
  ]);

describe("patterns", () => {
  it.each([
    ["*", "a/b.ts", true],
    ["*.ts", "a/b.ts", true],
    ["*.ts", "b.js", false],
    ["/b.ts", "b.ts", true],
    ["/b.ts", "a/b.ts", false],
    ["docs/", "docs/a/b.md", true],
    ["docs/", "x/docs/b.md", true],
    ["/docs/", "x/docs/b.md", false],
    ["/docs", "docs/b.md", false],
    ["/docs/*", "docs/b.md", true],
    ["/docs/*", "docs/a/b.md", false],
    ["/docs/**/*.md", "docs/a/b/c.md", true],
    ["/docs/**/*.md", "docs/c.md", true],
    ["config/?.yml", "config/a.yml", true],
    ["config/[ab].yml", "config/c.yml", false],
    ["path\\ with\\ spaces/", "path with spaces/a", true],
    ["\\#file", "#file", true],
    [".env", "a/.env", true],
    ["A.ts", "a.ts", false],
  ])("%s of %s is %s", (pattern, path, expected) => {
    expect(owners(`${pattern} @ada`, path)).toEqual(expected ? [["", "ada"]] : []);
  });
});

describe("entries", () => {
  it("takes the last one that matches, also one without owners", () => {
    const text = "* @ada\n*.ts @bo @team/tides # the sea\n/free.ts\n";
    expect(owners(text, "a.md")).toEqual([["", "ada"]]);
    expect(owners(text, "a.ts")).toEqual([["", "bo team/tides"]]);
    expect(owners(text, "free.ts")).toEqual([]);
  });

  it("reads names, roles and addresses, each once, and leaves out other words", () => {
    const [found] = ownersOfFile(parseCodeOwners("* @ada @@Developers ada@code.test ? Bo @ @ADA"), "a");
    expect(found?.owners).toEqual([
      { kind: "name", text: "ADA" },
      { kind: "role", text: "developer" },
      { kind: "email", text: "ada@code.test" },
    ]);
  });

  it("ignores comments, a byte-order mark, and lines that are too long", () => {
    expect(owners(`\ufeff# * @cy\r\n\r\n*.ts @ada\r\n*${" @bo".repeat(2_000)}`, "a.ts")).toEqual([
      ["", "ada"],
    ]);
  });
});

describe("sections", () => {
  const text = `
* @ada
[Docs][2] @writers
docs/
README.md @bo
^[Tests]
*.test.ts @cy
[docs] @other
*.md
`;
  it("has owners of each, with the section's own where an entry has none", () => {
    expect(owners(text, "docs/a.txt")).toEqual([
      ["", "ada"],
      ["Docs", "writers"],
    ]);
    expect(owners(text, "README.md")).toEqual([
      ["", "ada"],
      ["Docs", "other"],
    ]);
    expect(owners(text, "a.test.ts")).toEqual([
      ["", "ada"],
      ["Tests", "cy"],
    ]);
  });

  it("says how many have to approve, none in an optional one", () => {
    const rules = ownersRules(parseCodeOwners(text), ["docs/a.txt", "docs/b.txt", "a.test.ts"]);
    expect(
      rules.map(({ section, required, isOptional, paths }) => [section, required, isOptional, paths]),
    ).toEqual([
      ["", 1, false, ["docs/a.txt", "docs/b.txt", "a.test.ts"]],
      ["Docs", 2, false, ["docs/a.txt", "docs/b.txt"]],
      ["Tests", 0, true, ["a.test.ts"]],
    ]);
  });

  it("leaves out of a section what it excludes, whatever follows", () => {
    const excluding = "[All]\n* @ada\n!*.lock\n*.lock @bo\n[Locks]\n*.lock @cy";
    expect(owners(excluding, "a.lock")).toEqual([["Locks", "cy"]]);
    expect(owners(excluding, "a.ts")).toEqual([["All", "ada"]]);
  });
});

describe("any file", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("[A] @a", "^[B]", "[A][3]", "* @x", "!*", "a/ @y", "[unclosed", "\\", "[[", "***/**"),
  );
  const file = fc.array(line, { maxLength: 20 }).map((lines) => lines.join("\n"));
  const path = fc.string({ minLength: 1 });

  it("has at most one entry of owners in a section, never one without owners", () => {
    fc.assert(
      fc.property(file, path, (text, name) => {
        const found = ownersOfFile(parseCodeOwners(text), name);
        expect(new Set(found.map(({ section }) => section.toLowerCase())).size).toBe(found.length);
        for (const each of found) expect(each.owners.length).toBeGreaterThan(0);
      }),
    );
  });

  it("means the same for files alone and together, and with comments and blank lines between", () => {
    fc.assert(
      fc.property(file, fc.uniqueArray(path, { maxLength: 5 }), (text, paths) => {
        const codeOwners = parseCodeOwners(text);
        const together = ownersRules(codeOwners, paths).flatMap((rule) => rule.paths);
        const alone = paths.flatMap((each) => ownersOfFile(codeOwners, each).map(() => each));
        expect(together.toSorted()).toEqual(alone.toSorted());
        const spaced = parseCodeOwners(text.split("\n").join("\n\n# comment\n"));
        for (const each of paths) expect(ownersOfFile(spaced, each)).toEqual(ownersOfFile(codeOwners, each));
      }),
    );
  });

  it("lets the last of two entries for everything decide", () => {
    fc.assert(
      fc.property(path, (name) => {
        expect(owners("* @first\n* @last", name)).toEqual([["", "last"]]);
      }),
    );
  });
});
