import { expect, it } from "vitest";
import { showColumns } from "./show-columns.mjs";

const rows = "!7\topened\tA title that is rather long for this\n!12\tclosed\tShort\n";

it("aligns rows, shortens the longest column to the width, and leaves other lines alone", () => {
  expect(showColumns(`${rows}\nA paragraph.\n`, 40, false)).toBe(
    "!7   opened  A title that is rather lon…\n!12  closed  Short\n\nA paragraph.\n",
  );
  expect(showColumns(rows, 200, false)).toContain("!7   opened  A title that is rather long for this\n");
  expect(showColumns("", 80, true)).toBe("");
});

it("has colour only where that is wanted", () => {
  expect(showColumns(rows, 80, true)).toContain("\u001b[1m!7 \u001b[22m");
  expect(showColumns(rows, 80, false)).not.toContain("\u001b");
});
