import { expect, test } from "vitest";
import { versionsByFile } from "./versions-by-file.tsx";

const entry = (path: string, body: string) => ({ path, body });

test("a mark shows where a version changed a file", () => {
  const rows = versionsByFile([
    [entry("a", "y")],
    [entry("a", "y"), entry("b", "2")],
    undefined,
    [entry("a", "z")],
  ]);
  expect(rows).toEqual([
    { path: "a", cells: ["changed", "same", null, "changed"] },
    { path: "b", cells: [null, "changed", null, null] },
  ]);
});
