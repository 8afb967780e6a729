import { describe, expect, it } from "vitest";
import { pathMatcher } from "./match-paths.ts";
import { readCoverage } from "./parse-coverage.ts";
import { readQuality } from "./parse-quality.ts";
import type { ReportFormat } from "./report-types.ts";

const file = (text: string, format: ReportFormat = "cobertura") => ({
  ...{ name: "report", format },
  bytes: new TextEncoder().encode(text).buffer as ArrayBuffer,
});
const coverage = (text: string, format?: ReportFormat) => readCoverage([file(text, format)], ["a.js"]);

describe("the changed file that a report names", () => {
  it.each([
    ["src/a.js", ["src/a.js", "lib/a.js"], [], "src/a.js"],
    ["/builds/x/app/src/a.js", ["src/a.js"], [], "src/a.js"],
    ["a.js", ["src/a.js", "lib/a.js"], [], null],
    ["a.js", ["src/a.js", "lib/a.js"], ["/builds/app/lib"], "lib/a.js"],
    ["C:\\app\\src\\a.js", ["src/a.js"], [], "src/a.js"],
    ["./a.js", ["a.js"], [], "a.js"],
    ["b/a.js", ["src/a.js"], [], null],
    ["xa.js", ["a.js"], [], null],
    ["../a.js", ["a.js"], [], null],
    ["", ["a.js"], [], null],
  ])("of %s among %j is found by its longest end", (named, paths, sources, expected) => {
    expect(pathMatcher(paths)(named, sources)).toBe(expected);
  });
});

describe("a hostile report", () => {
  it("declares no entities", () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE coverage [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><coverage>&b;</coverage>`;
    expect(coverage(bomb).problems).toEqual(["report was not read. Its document type declares something."]);
    const file = `<?xml version="1.0"?><!DOCTYPE coverage SYSTEM "file:///etc/passwd"><coverage><x>&passwd;</x></coverage>`;
    expect(coverage(file).problems[0]).toContain("Not well-formed");
  });

  it("is no report, is not XML, or is nested too deeply", () => {
    expect(coverage("<html/>").problems).toEqual([
      "report was not read. It begins with <html>, which is no coverage.",
    ]);
    expect(coverage("no XML").problems).toEqual(["report was not read. It is not XML."]);
    expect(coverage("").problems).toEqual(["report was not read. It is not XML."]);
    expect(coverage(`<coverage>${"<a>".repeat(200)}`).problems).toEqual([
      "report was not read. It is nested too deeply.",
    ]);
    expect(coverage("nothing", "lcov").problems).toEqual([
      "report was not read. It is no tracefile of lcov.",
    ]);
  });

  it("has lines that no file has", () => {
    const lines = ["0", "-1", "x", "1e9", "1.5"]
      .map((number) => `<line number="${number}" hits="1"/>`)
      .join("");
    const text = `<coverage><class filename="a.js"><lines>${lines}<line number="7" hits="1"/></lines></class></coverage>`;
    expect([...(coverage(text).byPath.get("a.js") ?? [])]).toEqual([[7, "covered"]]);
  });

  it("has many files that were not changed, of which nothing is stored", () => {
    const classes = Array.from(
      { length: 20_000 },
      (_, i) => `<class filename="f${i}.js"><line number="1" hits="1"/></class>`,
    );
    expect(coverage(`<coverage>${classes.join("")}</coverage>`).byPath.size).toBe(0);
  });

  it("of code quality is something else, or has entries that are none", () => {
    const read = (text: string) => readQuality([file(text, "codequality")], null, []);
    expect(read("{}").problems).toEqual(["report was not read: it is no code quality report."]);
    expect(read("[").problems).toEqual(["report was not read: it is no code quality report."]);
    const odd = [null, 7, "x", {}, { description: "d" }, { description: "d", location: { path: 7 } }];
    expect(read(JSON.stringify(odd)).fresh).toEqual([]);
    const long = [
      { description: "d".repeat(10_000), location: { path: "a", lines: { begin: -3 } }, severity: "evil" },
    ];
    const [found] = read(JSON.stringify(long)).fresh;
    expect(found).toMatchObject({ severity: "info", line: 1, check: "" });
    expect(found?.text.length).toBe(2_000);
  });
});

describe("findings of two commits", () => {
  const finding = (fingerprint: string, check = "c") => ({
    ...{ fingerprint, description: "d", check_name: check },
    location: { path: "a.js", lines: { begin: 1 } },
  });
  const list = (...entries: object[]) => [file(JSON.stringify(entries), "codequality")];

  it("are new, fixed or known by their fingerprints, as often as there are", () => {
    const { fresh, fixed, known } = readQuality(
      list(finding("1"), finding("1"), finding("2")),
      list(finding("1"), finding("3")),
      ["a.js"],
    );
    expect(fresh.map((each) => each.fingerprint)).toEqual(["1", "2"]);
    expect(known.map((each) => each.fingerprint)).toEqual(["1"]);
    expect(fixed?.map((each) => each.fingerprint)).toEqual(["3"]);
  });

  it("are all listed where there is nothing to compare with", () => {
    const { fresh, fixed } = readQuality(list(finding("1")), null, ["a.js"]);
    expect([fresh.length, fixed]).toEqual([1, null]);
  });
});
