import { expect, test } from "vitest";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import { splitComment } from "../../../workers/markdown/split-comment.ts";
import {
  applySuggestion,
  draftSummary,
  mayHaveSuggestion,
  suggestionRows,
  writeSuggestion,
} from "./suggestion.ts";

test("a suggestion reads back as it was written, backticks and all", () => {
  for (const lines of [["one"], ["one", "two"], ["```ts", "code", "```"], ["", "x", ""]]) {
    expect(splitComment(`Better:\n\n${writeSuggestion(lines, 1)}\nOr not.`)).toEqual([
      { kind: "text", text: "Better:\n\n" },
      { kind: "suggestion", suggestion: { above: 1, below: 0, lines } },
      { kind: "text", text: expect.stringContaining("Or not.") },
    ]);
  }
  expect(mayHaveSuggestion("no block")).toBe(false);
  expect(mayHaveSuggestion(writeSuggestion(["a"], 0))).toBe(true);
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

const apply = (text: string, line: number, suggested: readonly string[], above = 0, below = 0) =>
  applySuggestion(text, line, { above, below, lines: suggested });

test("a suggestion replaces its lines and preserves line ends", () => {
  expect(apply("a\nb\nc\n", 2, ["x"], 1)).toBe("x\nc\n");
  expect(apply("a\r\nb\r\n", 2, ["x", "y"])).toBe("a\r\nx\r\ny\r\n");
  expect(apply("a\nb\n", 2, [])).toBe("a\n");
  expect(apply("a\n", 9, [])).toBeNull();
  expect(apply("a\n", 2, ["x"])).toBeNull();
  expect(apply("\ufeffa\r\nb\n", 1, ["\ufeffx", "y"])).toBe("\ufeffx\r\ny\r\nb\n");
  expect(apply("a\r\nb\nc\r\n", 2, ["new", "a", "b"], 1)).toBe("new\r\na\r\nb\nc\r\n");
  expect(apply("a\r\nb", 2, ["x", "y"])).toBe("a\r\nx\r\ny");
  expect(apply("a\nb", 2, [])).toBe("a\n");
  expect(apply("one\rtwo\r", 1, ["x", "y"])).toBe("x\ry\r");
  expect(apply("bar\rfoo\nb\r\n", 2, ["x"])).toBe("bar\rfoo\nx\r\n");
  expect(apply("bar\rfoo\nb\r\n", 1, ["x"])).toBe("x\nb\r\n");
});

test("a suggestion is cut at the ends of the file, and at a hundred lines", () => {
  expect(apply("a\nb\nc", 2, ["x"], 9, 9)).toBe("x");
  const long = Array.from({ length: 300 }, (_, i) => `${i}\n`).join("");
  expect(apply(long, 151, ["x"], 999, 999)?.split("\n")).toHaveLength(300 - 201 + 1 + 1);
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
  const none = { oldLine: null, newLine: null };
  const onFile = toSentPosition({ ...draft, first: none, last: none });
  expect(onFile).toMatchObject({ position_type: "file", new_path: draft.newPath });
  expect(onFile).not.toHaveProperty("new_line");
  expect(toSentPosition({ ...draft, version: null })).toBeUndefined();
  expect(toSentPosition({ ...draft, first: draft.last })).not.toHaveProperty("line_range");
});

test("a suggestion is told in one line without its fence", () => {
  expect(draftSummary("Why so?\nMore")).toBe("Why so?");
  expect(draftSummary(writeSuggestion(["  return 1;"], 0))).toBe("Suggests: return 1;");
  expect(draftSummary(`**Shorter**\n${writeSuggestion(["```", "x"], 1)}`)).toBe("Shorter · Suggests: ```");
  expect(draftSummary("```suggestion:-2+0\n```\n")).toBe("Suggests to remove the lines");
});
