import { expect, test } from "vitest";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import { applySuggestion, readSuggestion, writeSuggestion } from "./suggestion.ts";

test("a suggestion reads back as it was written, backticks and all", () => {
  for (const lines of [["one"], ["one", "two"], ["```ts", "code", "```"], [""]]) {
    expect(readSuggestion(`Better:\n\n${writeSuggestion(lines, 1)}\nOr not.`)).toEqual({
      above: 1,
      below: 0,
      lines,
    });
  }
  expect(readSuggestion("no block")).toBeNull();
  expect(readSuggestion("```suggestion\n```\n")).toEqual({ above: 0, below: 0, lines: [] });
});

test("a suggestion replaces its lines and preserves line ends", () => {
  expect(applySuggestion("a\nb\nc\n", 2, { above: 1, below: 0, lines: ["x"] })).toBe("x\nc\n");
  expect(applySuggestion("a\r\nb\r\n", 2, { above: 0, below: 0, lines: ["x", "y"] })).toBe("a\r\nx\r\ny\r\n");
  expect(applySuggestion("a\nb\n", 2, { above: 0, below: 0, lines: [] })).toBe("a\n");
  expect(applySuggestion("a\n", 9, { above: 0, below: 0, lines: [] })).toBeNull();
});

test("a draft's position names both sides of a line that stayed, and the range of several", () => {
  const draft = {
    key: "k",
    oldPath: "a",
    newPath: "b",
    first: { oldLine: 1, newLine: 2 },
    last: { oldLine: null, newLine: 4 },
    text: "",
    version: { base: "B", start: "S", head: "H" },
    thread: null,
    pending: true,
  };
  expect(toSentPosition(draft)).toEqual({
    base_sha: "B",
    start_sha: "S",
    head_sha: "H",
    position_type: "text",
    old_path: "a",
    new_path: "b",
    new_line: 4,
    line_range: { start: { old_line: 1, new_line: 2, type: "new" }, end: { new_line: 4, type: "new" } },
  });
  expect(toSentPosition({ ...draft, version: null })).toBeUndefined();
  expect(toSentPosition({ ...draft, first: draft.last })).not.toHaveProperty("line_range");
});
