import { expect, test } from "vitest";
import { threadLines, threadSide } from "./thread-card.tsx";

const all = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\r`);
const position = (more: object) => ({
  base_sha: "B",
  start_sha: "S",
  head_sha: "H",
  position_type: "text" as const,
  old_path: "old.ts",
  new_path: "new.ts",
  ...more,
});

test("a thread shows the commented line with the three above it", () => {
  const lines = threadLines(all, position({ new_line: 10 }));
  expect(lines.map(({ kind, newLine }) => [kind, newLine])).toEqual([
    ["context", 7],
    ["context", 8],
    ["context", 9],
    ["added", 10],
  ]);
  expect(lines[3]?.text).toBe("line 10");
});

test("a thread on several lines shows all of them, of a long range its end", () => {
  const range = (start: number) =>
    position({ old_line: 20, line_range: { start: { old_line: start }, end: {} } });
  expect(threadLines(all, range(18)).filter(({ kind }) => kind === "removed")).toHaveLength(3);
  expect(threadLines(all, range(2)).map(({ oldLine }) => oldLine)).toEqual([
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ]);
});

test("an unchanged line is context, and the first line has none above", () => {
  expect(threadLines(all, position({ new_line: 1, old_line: 1 }))).toEqual([
    { kind: "context", oldLine: null, newLine: 1, text: "line 1" },
  ]);
});

test("lines are read from the side that was commented", () => {
  expect(threadSide(position({ new_line: 1, old_line: 1 }))).toEqual({ sha: "H", path: "new.ts" });
  expect(threadSide(position({ old_line: 1 }))).toEqual({ sha: "B", path: "old.ts" });
  expect(threadSide(position({}))).toBeNull();
});
