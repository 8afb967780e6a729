import { expect, test } from "vitest";
import { openAnalysed } from "../testing/open-analysed.ts";

const start = (name: string, time: number, header: string, options = "") =>
  `section_start:${time}:${name}${options}\r\x1b[0K${header}\n`;
const end = (name: string, time: number) => `section_end:${time}:${name}\r\x1b[0K`;

const section = async (text: string) =>
  (await openAnalysed(text)).sections().map(({ name, header, from, to, depth, seconds }) => ({
    name,
    header,
    lines: [from, to],
    depth,
    seconds,
  }));

test("sections have their header, lines and duration", async () => {
  const trace = await openAnalysed(
    `before\n${start("build", 100, "\x1b[36;1mBuild\x1b[0;m", "[collapsed=true]")}make\n${end("build", 175)}\nafter\n`,
  );
  expect(trace.sections()).toEqual([
    { name: "build", header: "Build", from: 1, to: 4, depth: 0, seconds: 75, collapsed: true },
  ]);
  expect(trace.report().sections).toBe(1);
});

test("the runner ends one section and starts the next on a line", async () => {
  const text = `${start("a", 1, "A")}x\n${end("a", 2)}\x1b[0K${start("b", 2, "B")}y\n${end("b", 5)}text\n`;
  expect(await section(text)).toEqual([
    { name: "a", header: "A", lines: [0, 2], depth: 0, seconds: 1 },
    { name: "b", header: "B", lines: [2, 4], depth: 0, seconds: 3 },
  ]);
});

test("sections nest, and text before an end is in them", async () => {
  const text = `${start("a", 1, "A")}${start("b", 2, "B")}x${end("b", 3)}\n${end("a", 9)}`;
  expect(await section(text)).toEqual([
    { name: "a", header: "A", lines: [0, 4], depth: 0, seconds: 8 },
    { name: "b", header: "B", lines: [1, 3], depth: 1, seconds: 1 },
  ]);
});

test("an unbalanced section ends with the one around it, or not at all", async () => {
  const text = `${end("none", 1)}${start("a", 1, "A")}${start("b", 2, "B")}x\n${end("a", 4)}\n${start("c", 5, "C")}`;
  expect(await section(text)).toEqual([
    { name: "a", header: "A", lines: [0, 4], depth: 0, seconds: 3 },
    { name: "b", header: "B", lines: [1, 4], depth: 1, seconds: 2 },
    { name: "c", header: "C", lines: [4, null], depth: 0, seconds: null },
  ]);
});

test("markers of stamped lines are found", async () => {
  const stamp = (mark: string) => `2024-01-01T00:00:00.000000Z 00O${mark}`;
  const text = `${stamp(" ")}section_start:1:a\r\n${stamp("+")}\x1b[0KA\n${stamp(" ")}x\n${stamp(" ")}${end("a", 3)}\n`;
  expect(await section(text)).toEqual([{ name: "a", header: "A", lines: [0, 3], depth: 0, seconds: 2 }]);
});

test("text that resembles a marker is not a marker", async () => {
  expect(
    await section("echo section_start:1:a\nsection_start:x:a\r\x1b[0K\nsection_start:1:a b\r\x1b[0K\n"),
  ).toEqual([]);
});

test("a section that is far away is found", async () => {
  const filler = "some text that fills the log\n".repeat(100_000);
  const text = `${filler}${start("late", 1, "Late")}${filler}${end("late", 8)}\n`;
  expect(await section(text)).toEqual([
    { name: "late", header: "Late", lines: [100_000, 200_002], depth: 0, seconds: 7 },
  ]);
});
