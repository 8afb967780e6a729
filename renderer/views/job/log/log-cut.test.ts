import { expect, test } from "vitest";
import { logCut } from "./log-cut.ts";

const lines = (...texts: string[]) =>
  texts.map((text, number) => ({ number, spans: [{ text: text.slice(0, 3) }, { text: text.slice(3) }] }));

test.each([
  [
    "by today's runners",
    [
      "Job's log exceeded limit of 512000 bytes.",
      "Job execution will continue but no more output will be collected.",
    ],
  ],
  ["by earlier ones", ["half a li", "Job's log exceeded limit of 512000 bytes.", ""]],
])("a log is cut %s", (_by, texts) => {
  expect(logCut(lines(...texts), {})).toEqual({ limit: 512_000, stopped: false });
  expect(logCut(lines(...texts), { failure_reason: "trace_size_exceeded" })).toEqual({
    limit: 512_000,
    stopped: true,
  });
});

test("a log is cut where the job was stopped for it", () => {
  expect(logCut(lines("one"), { failure_reason: "trace_size_exceeded" })).toEqual({
    limit: null,
    stopped: true,
  });
});

test("a log that shows such a line of another one is whole", () => {
  expect(logCut(lines("Job's log exceeded limit of 512000 bytes.", "Job succeeded"), {})).toBeNull();
  expect(logCut(lines("> Job's log exceeded limit of 512000 bytes."), {})).toBeNull();
  expect(logCut([], { failure_reason: "script_failure" })).toBeNull();
});
