import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

test("sizes are for reading", () => {
  expect([0, 999, 1_400, 20_000_000, 123_456_789].map(formatBytes)).toEqual([
    "0 bytes",
    "999 bytes",
    "1.4 KB",
    "20 MB",
    "123 MB",
  ]);
});
