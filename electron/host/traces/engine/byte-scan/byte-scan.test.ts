import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceHash } from "./compiled.ts";
import { countNewlines } from "./count-newlines.ts";

test("the compiled module is that of its text", () => {
  const text = readFileSync(new URL("./byte-scan.wat", import.meta.url));
  expect(createHash("sha256").update(text).digest("hex"), "run node scripts/wat.mjs").toBe(sourceHash);
});

test.each([0, 1, 15, 16, 17, 65_536, 65_537, 200_001])("newlines in %i bytes are counted", (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i % 7 === 3 || i === length - 1 ? 10 : 97));
  expect(countNewlines(bytes)).toBe(bytes.filter((byte) => byte === 10).length);
});
