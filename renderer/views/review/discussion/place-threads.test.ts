import { expect, test } from "vitest";
import { describeThreadLines, inReadingOrder, placeCarried, placeThreads } from "./place-threads.ts";

const files = [
  { old_path: "a.ts", new_path: "a.ts" },
  { old_path: "old.ts", new_path: "new.ts" },
];
const thread = (id: string, position: object) => ({
  id,
  individual_note: false,
  notes: [
    {
      id: 1,
      body: "x",
      system: false,
      resolvable: true,
      position: { base_sha: "b", start_sha: "b", head_sha: "h", position_type: "text", ...position },
    },
  ],
});
const shown = { base: "b", head: "h" };

test("threads of the shown version are on their lines, on either side and under either path", () => {
  const { placed, moved } = placeThreads(
    [
      thread("1", { new_path: "a.ts", old_path: "a.ts", new_line: 3 }),
      thread("2", { new_path: "new.ts", old_path: "old.ts", old_line: 9 }),
      thread("3", { new_path: "gone.ts", old_path: "gone.ts", new_line: 1 }),
    ],
    files,
    shown,
  );
  expect(placed.map(({ at }) => at)).toEqual([
    { file: 0, side: "new", line: 3 },
    { file: 1, side: "old", line: 9 },
  ]);
  expect(moved).toEqual([]);
});

test("threads of another version have to be mapped", () => {
  const { placed, moved } = placeThreads(
    [thread("1", { new_path: "a.ts", new_line: 3, head_sha: "h0" })],
    files,
    shown,
  );
  expect(placed).toEqual([]);
  expect(moved).toMatchObject([{ file: 0, path: "a.ts", side: "new", line: 3, sha: "h0" }]);
});

test("mapped threads are in their files whatever the order of the files is by then", () => {
  const threads = [
    thread("1", { new_path: "a.ts", new_line: 3, head_sha: "h0" }),
    thread("2", { new_path: "new.ts", old_path: "old.ts", new_line: 9, head_sha: "h0" }),
    thread("3", { new_path: "a.ts", new_line: 5, head_sha: "h0" }),
  ];
  const carried = [
    { id: "1", side: "new", line: 4 },
    { id: "2", side: "new", line: null },
  ] as const;
  const filesOf = (order: typeof files) =>
    placeCarried(placeThreads(threads, order, shown).moved, carried).map(({ thread, at, outdated }) => [
      thread.id,
      order[at.file]?.new_path,
      at.line,
      outdated,
    ]);
  const expected = [
    ["1", "a.ts", 4, false],
    ["2", "new.ts", 0, true],
  ];
  expect(filesOf(files)).toEqual(expected);
  expect(filesOf(files.toReversed())).toEqual(expected);
});

test("lines are described as text", () => {
  expect(describeThreadLines(thread("1", { new_line: 4 }))).toBe("line 4");
  expect(
    describeThreadLines(
      thread("1", { new_line: 4, line_range: { start: { new_line: 2 }, end: { new_line: 4 } } }),
    ),
  ).toBe("lines 2–4");
});

test("threads are read from top to bottom, outdated ones at the end of their file", () => {
  const { placed } = placeThreads(
    [
      thread("1", { new_path: "new.ts", old_path: "old.ts", new_line: 9 }),
      thread("2", { new_path: "a.ts", old_path: "a.ts", new_line: 30 }),
      thread("3", { new_path: "a.ts", old_path: "a.ts", new_line: 4 }),
      thread("4", { new_path: "new.ts", old_path: "old.ts", position_type: "file" }),
    ],
    files,
    shown,
  );
  const outdated = placed.map((each) => (each.thread.id === "3" ? { ...each, outdated: true } : each));
  const ids = inReadingOrder(outdated, [1, 0]).map((each) => each.thread.id);
  expect(ids).toEqual(["4", "1", "2", "3"]);
});
