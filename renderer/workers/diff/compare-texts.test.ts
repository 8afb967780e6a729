import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { compareTexts } from "./compare-texts.ts";

const text = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "c", "", "}", "x = 1"), { maxLength: 40 }), fc.boolean())
  .map(([lines, ended]) => lines.join("\n") + (ended && lines.length > 0 ? "\n" : ""));

test("a comparison can be applied, whatever the texts and the context", () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 5 }), (before, after, context) => {
      const patch = compareTexts(before, after, context);
      if (before === after) return patch === "";
      return applyPatch(before, `--- f\n+++ f\n${patch}`, { autoConvertLineEndings: false }) === after;
    }),
    { numRuns: rounds(400) },
  );
});

test("git takes it as well", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-compare-"));
  try {
    const [before, after] = ["one\ntwo\nthree\nfour\nfive", "zero\none\ntwo\n3\nfour\nfive\n"];
    writeFileSync(join(folder, "f"), before);
    writeFileSync(join(folder, "p"), `--- a/f\n+++ b/f\n${compareTexts(before, after)}`);
    execFileSync("git", ["apply", "p"], { cwd: folder });
    expect(execFileSync("cat", ["f"], { cwd: folder }).toString()).toBe(after);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a moved block does not change the lines around it", () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i}`);
  const moved = [...lines.slice(0, 100), ...lines.slice(110, 9_000), "new", ...lines.slice(9_000)];
  const patch = compareTexts(lines.join("\n"), moved.join("\n"), 0);
  expect(patch.match(/^-/gm)).toHaveLength(10);
  expect(patch.match(/^\+/gm)).toHaveLength(1);
});
