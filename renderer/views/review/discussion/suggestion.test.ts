import { expect, test } from "vitest";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import {
  applySuggestion,
  hasSuggestion,
  splitComment,
  suggestionRows,
  writeSuggestion,
} from "./suggestion.ts";

test("a suggestion reads back as it was written, backticks and all", () => {
  for (const lines of [["one"], ["one", "two"], ["```ts", "code", "```"], [""]]) {
    expect(splitComment(`Better:\n\n${writeSuggestion(lines, 1)}\nOr not.`)).toEqual([
      { kind: "text", text: "Better:\n\n" },
      { kind: "suggestion", suggestion: { above: 1, below: 0, lines } },
      { kind: "text", text: expect.stringContaining("Or not.") },
    ]);
  }
  expect(hasSuggestion("no block")).toBe(false);
  expect(splitComment("```suggestion\n```\n")).toEqual([
    { kind: "suggestion", suggestion: { above: 0, below: 0, lines: [] } },
  ]);
});

test("a comment has several suggestions", () => {
  const body = `${writeSuggestion(["a"], 0)}or\n\n${writeSuggestion(["b"], 0)}`;
  expect(
    splitComment(body).map((part) => (part.kind === "text" ? part.text.trim() : part.suggestion.lines)),
  ).toEqual([["a"], "or", ["b"]]);
});

test("a suggestion is a diff of the lines that it replaces; lines that stay are context", () => {
  const rows = suggestionRows(["x", "one", "two", "three", "y"], 4, {
    above: 2,
    below: 0,
    lines: ["one", "2", "2b", "three"],
  });
  expect(rows?.map(({ kind, oldLine, newLine, text }) => [kind, oldLine, newLine, text])).toEqual([
    ["context", 2, 2, "one"],
    ["removed", 3, null, "two"],
    ["added", null, 3, "2"],
    ["added", null, 4, "2b"],
    ["context", 4, 5, "three"],
  ]);
  expect(suggestionRows(["only"], 9, { above: 0, below: 0, lines: [] })).toBeNull();
  expect(suggestionRows(["a", "b"], 2, { above: 0, below: 0, lines: [] })).toEqual([
    { kind: "removed", oldLine: 2, newLine: null, text: "b" },
  ]);
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
