import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../../shared/testing/rounds.ts";
import { continuesLine } from "../line-stamp.ts";
import { countNewlines, countStampedLines, sourceHash } from "./byte-scan.ts";

test("the compiled module is that of its text", () => {
  const text = readFileSync(new URL("./byte-scan.wat", import.meta.url));
  expect(createHash("sha256").update(text).digest("hex"), "run node scripts/packing/wat.mjs").toBe(
    sourceHash,
  );
});

test.each([0, 1, 15, 16, 17, 65_536, 65_537, 200_001])("newlines in %i bytes are counted", (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i % 7 === 3 || i === length - 1 ? 10 : 97));
  expect(countNewlines(bytes)).toBe(bytes.filter((byte) => byte === 10).length);
});

test("newlines in front of a stamp that continues the line begin none, wherever parts end", () => {
  const stamp = (sign: string) => `2024-01-01T00:00:00.000000Z 00O${sign}`;
  const part = fc.constantFrom("a", "\n", `\n${stamp(" ")}`, `\n${stamp("+")}`, stamp("+"), "-".repeat(31));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.nat(100), fc.nat(400), (parts, one, other) => {
      const bytes = new TextEncoder().encode(parts.join(""));
      const [from, to] = [Math.min(one, other, bytes.length), Math.min(Math.max(one, other), bytes.length)];
      const lines = [...bytes.keys()].filter(
        (at) => at >= from && at < to && bytes[at] === 10 && !continuesLine(bytes, at + 1),
      );
      expect(countStampedLines(bytes, from, to)).toBe(lines.length);
    }),
    { numRuns: rounds(300) },
  );
});
