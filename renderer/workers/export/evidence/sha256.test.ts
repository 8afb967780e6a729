import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createSha256 } from "./sha256.ts";

it("is the hash of standard tools, whatever the parts are", () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1000, 100_003]) {
    const bytes = new Uint8Array(length).map((_, i) => (i * 7 + length) & 0xff);
    const expected = createHash("sha256").update(bytes).digest("hex");
    for (const part of [1, 3, 64, 1 << 20]) {
      const hash = createSha256();
      for (let from = 0; from < bytes.length; from += part) hash.update(bytes.subarray(from, from + part));
      expect([length, part, hash.hex()]).toEqual([length, part, expected]);
    }
  }
});
