import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../../shared/testing/rounds.ts";
import type { TraceQuery } from "../../../../../shared/trace-types.ts";
import { MatchRows, MatchSet } from "../../match-set.ts";

import type { StampKind } from "../line-stamp.ts";
import { plainTraceLines } from "../show-lines.ts";
import { MemoryBytes, openAnalysed } from "../testing/open-analysed.ts";
import { matchLines, matchPattern, plainLinesOf } from "./match-lines.ts";
import { searchPiece } from "./search-piece.ts";

const literal: TraceQuery = { text: "", regex: false, matchCase: false, word: false };

/** Searches a trace piece by piece, as threads do. */
async function searchIn(
  text: string,
  query: Partial<TraceQuery>,
  pieceBytes = 1_000,
  stamp: StampKind = "none",
) {
  const bytes = new MemoryBytes(text);
  const set = new MatchSet();
  let lines = 0;
  for (let from = 0; from < bytes.size; from += pieceBytes) {
    const piece = { from, to: from + pieceBytes, size: bytes.size, ended: true, stamp, maxHits: 0 };
    const found = await searchPiece(bytes, { ...piece, query: { ...literal, ...query } });
    for (let i = 0; i < found.matches.length; i += 2)
      set.add(lines + (found.matches[i] ?? 0), found.matches[i + 1] ?? 0);
    lines += found.lines;
  }
  return { set, lines };
}

const linesOf = (set: MatchSet): number[] => {
  const all: number[] = [];
  for (let line = set.nth(0); line !== null; line = set.next(line, false)) all.push(line);
  return all;
};

const found = async (text: string, query: Partial<TraceQuery>): Promise<string> => {
  const { set } = await searchIn(text, query);
  return `${set.matches} in ${linesOf(set).join(" ")}`;
};

const log = "Error one\nfine\nerror TWO, error three\nterrors\nGröße größe\n";

test.each([
  ["any case", { text: "error" }, "4 in 0 2 3"],
  ["this case", { text: "error", matchCase: true }, "3 in 2 3"],
  ["word", { text: "error", word: true }, "3 in 0 2"],
  ["word beside letters beyond ASCII", { text: "gr", word: true }, "0 in "],
  ["beyond ASCII, any case", { text: "GRÖSSE".replace("SS", "ß") }, "2 in 4"],
  ["beyond ASCII, this case", { text: "größe", matchCase: true }, "1 in 4"],
  ["pattern", { text: "^e\\w+", regex: true }, "2 in 0 2"],
  ["pattern at the end", { text: "e$", regex: true }, "4 in 0 1 2 4"],
  ["pattern that could cross lines", { text: "one\\s*|\\s+three|fine[^x]", regex: true }, "2 in 0 2"],
  ["pattern that looks ahead", { text: "fine(?!\\s)", regex: true }, "1 in 1"],
  ["empty matches", { text: "x*", regex: true }, "0 in "],
  ["special characters of patterns", { text: "[.*" }, "0 in "],
] as const)("%s", async (_, query, expected) => {
  expect(await found(log, query)).toBe(expected);
});

test("a query that is not a pattern is refused", async () => {
  await expect(searchIn("x", { text: "(", regex: true })).rejects.toThrow("Invalid regular expression");
});

test("colours do not split matches, and are not found", async () => {
  expect(await found("a\n\x1b[31mer\x1b[1mr\x1b[0mor\x1b[0K\n", { text: "error" })).toBe("1 in 1");
  expect(await found("\x1b[31mred\x1b[0m\n", { text: "31" })).toBe("0 in ");
  expect(await found("10%\r50%\rdone\nab\b\bxy\n", { text: "50" })).toBe("0 in ");
  expect(await found("10%\r50%\rdone\nab\b\bxy\n", { text: "xy" })).toBe("1 in 1");
  expect(await found("\x1b]0;title\x07text\n", { text: "title" })).toBe("0 in ");
});

test("only the last state of a progress bar is found", async () => {
  const states = Array.from({ length: 40 }, (_, i) => `\r\x1b[K[${"#".repeat(i)}] ${i} of 39`);
  const log = `before${states.join("")}\nx\r\x1b[2Klast\r\r\x1b[K\x1b[Kdone\n`;
  expect(await found(log, { text: "of 39" })).toBe("1 in 0");
  expect(await found(log, { text: "before" })).toBe("0 in ");
  expect(await found(log, { text: "38 of" })).toBe("0 in ");
  expect(await found(log, { text: "last" })).toBe("0 in ");
  expect(await found(log, { text: "done" })).toBe("1 in 1");
  // The carriage return is part of the title.
  expect(await found("before\x1b]0;title\r\x1b[Kafter\n", { text: "beforeafter" })).toBe("1 in 0");
});

test("text is searched as the lines are shown", async () => {
  const part = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."ab é日\t"), maxLength: 8 }),
    fc.constantFrom(
      "\r",
      "\r\r",
      "\b",
      "\x07",
      "\x7f",
      "\u0085",
      "\u009b1m",
      "\x1b[31m",
      "\x1b[K",
      "\x1b[2K",
      "\r\x1b[0K",
      "\x1b]0;title",
      "\u009dtitle",
    ),
    fc.constantFrom(
      "\x1b[3D",
      "\x1b[1;38:2::1:2:3m",
      "\x1b[?25l",
      "\x1b]8;;http://x\x07",
      "\x1b",
      "\x1b[",
      "\x1b(B",
      "\x1b[1",
    ),
    fc.constantFrom("\n", "\r\n", "\n2024-01-01T00:00:00.000000Z 00O+", "\n2024-01-01T00:00:00.000000Z 00E "),
  );
  const first = fc.constantFrom("", "2024-01-01T00:00:00.000000Z 00O ", "2024-01-01T00:00:00Z ");
  await fc.assert(
    fc.asyncProperty(
      first,
      fc.array(part, { maxLength: 30 }),
      fc.integer({ min: 1, max: 90 }),
      async (stamp, parts, pieceBytes) => {
        const text = `${stamp}${parts.join("")}`;
        const trace = await openAnalysed(text);
        const lines = plainTraceLines(trace, 0, 1_000);
        const bytes = new TextEncoder().encode(text);
        expect(plainLinesOf(bytes, trace.index.stamp)).toEqual(lines);
        const every = lines.flatMap((line, i) => (line.includes("a") ? [i] : []));
        for (const regex of [true, false]) {
          const found: number[] = [];
          const pattern = matchPattern({ ...literal, text: "a", matchCase: true, regex });
          const count = matchLines(bytes, trace.index.stamp, pattern, (line) => found.push(line));
          expect([count, found]).toEqual([lines.length, every]);
          const query = { text: "a", matchCase: true, regex };
          const pieces = await searchIn(text, query, pieceBytes, trace.index.stamp);
          expect([pieces.lines, linesOf(pieces.set)]).toEqual([lines.length, every]);
        }
      },
    ),
    { numRuns: rounds(400), examples: [["", ["\r\x1b[0K", "\x1b[2K", "\t"], 1]] },
  );
});

test("every text is found where the shown lines have it", async () => {
  const part = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(..."abAm é"), maxLength: 4 }) },
    fc.constantFrom("\x1b[31m", "\x1b[0m\x1b[K", "\x1b[1;31m", "\x1b[2K", "\b", "\x1b[3C", "\u009b1m"),
    fc.constantFrom("\n", "\r\n", "\r", "\n2024-01-01T00:00:00.000000Z 00O+"),
  );
  const text = fc.string({ unit: fc.constantFrom(..."abm é"), minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("", "2024-01-01T00:00:00.000000Z 00O "),
      fc.array(part, { maxLength: 40 }),
      text,
      fc.boolean(),
      fc.boolean(),
      async (stamp, parts, text, matchCase, regex) => {
        const trace = await openAnalysed(`${stamp}${parts.join("")}`);
        const lines = plainTraceLines(trace, 0, 1_000);
        const fold = (line: string) => (matchCase ? line : line.toLowerCase());
        const expected = lines.flatMap((line, i) =>
          fold(line).includes(fold(text)) ? [[i, fold(line).split(fold(text)).length - 1, line]] : [],
        );
        const found: [number, number, string][] = [];
        const bytes = new TextEncoder().encode(`${stamp}${parts.join("")}`);
        const pattern = matchPattern({ ...literal, text, matchCase, regex });
        const count = matchLines(bytes, trace.index.stamp, pattern, (line, matches, text) =>
          found.push([line, matches, text()]),
        );
        expect([count, found]).toEqual([lines.length, expected]);
      },
    ),
    { numRuns: rounds(400) },
  );
});

test("the bytes of a letter with a sequence between them are not joined", async () => {
  const [first, ...rest] = new TextEncoder().encode("é");
  const bytes = Uint8Array.from([first ?? 0, 27, 91, 109, ...rest, 10]);
  expect(plainLinesOf(bytes, "none")).toEqual(["\ufffd\ufffd"]);
});

test("lines far apart keep their numbers", async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) =>
    i % 1_000 === 7 ? `ne\x1b[1med\x1b[0mle ${"x".repeat(9_000)}` : `${i}`.padEnd(i % 90, "."),
  );
  const { set, lines: count } = await searchIn(`${lines.join("\n")}`, { text: "needle" }, 1_000_000);
  expect([linesOf(set), count]).toEqual([[7, 1_007, 2_007], 3_000]);
});

test("a line that is not whole yet is searched later", async () => {
  const bytes = new MemoryBytes("one match\nhalf a mat");
  const query = { ...literal, text: "match" };
  const piece = { from: 0, to: 1_000, ended: false, stamp: "none", query, maxHits: 9 } as const;
  const first = await searchPiece(bytes, { ...piece, size: bytes.size });
  expect(first).toMatchObject({
    lines: 1,
    end: 10,
    hits: [{ line: 0, text: "one match", ranges: [[4, 9]] }],
  });
  bytes.append("ch\nmatch");
  const rest = await searchPiece(bytes, { ...piece, from: first.end, ended: true, size: bytes.size });
  expect([rest.lines, [...rest.matches]]).toEqual([2, [0, 1, 1, 1]]);
});

test("a search that was canceled reads nothing more", async () => {
  const bytes = new MemoryBytes("a match\n".repeat(1_000));
  const query = { ...literal, text: "match" };
  const piece = { from: 0, to: 8_000, size: 8_000, ended: true, stamp: "none", query, maxHits: 0 } as const;
  expect((await searchPiece(bytes, piece, AbortSignal.abort())).lines).toBe(0);
});

test("many matches, far apart and over pieces", async () => {
  const lines = Array.from({ length: 200_000 }, (_, i) =>
    i % 1_000 === 999 ? `needle ${i}` : `some filler text ${i}`,
  );
  const { set, lines: count } = await searchIn(`${lines.join("\n")}\n`, { text: "NEEDLE" }, 1_000_000);
  expect([set.matches, set.lines, count]).toEqual([200, 200, 200_000]);
  expect([set.nth(100), set.nth(101), set.nth(200)]).toEqual([100_999, 101_999, null]);
  expect([set.next(0, false), set.next(999, false)]).toEqual([999, 1_999]);
  expect([set.next(999, true), set.next(199_999, false)]).toEqual([null, null]);
  expect(set.density(200_000).reduce((sum, one) => sum + one)).toBe(200);
});

test("a set of matches has the entries of the list it was made of", () => {
  const lines = fc.uniqueArray(fc.nat(300_000), { maxLength: 300 }).map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(lines, fc.nat(300_000), (all, line) => {
      const set = new MatchSet();
      for (const each of all) set.add(each, 2);
      expect([set.lines, set.matches]).toEqual([all.length, all.length * 2]);
      expect(set.rank(line)).toBe(all.filter((each) => each < line).length);
      expect(set.next(line, false)).toBe(all.find((each) => each > line) ?? null);
      expect(set.next(line, true)).toBe(all.findLast((each) => each < line) ?? null);
      expect(all.map((_, n) => set.nth(n))).toEqual(all);
      expect(set.density(300_001).reduce((sum, count) => sum + count)).toBe(all.length);
    }),
    { numRuns: rounds(50, 10) },
  );
});

test("rows are the matches with the lines around them", () => {
  const lines = fc.uniqueArray(fc.oneof(fc.nat(200), fc.integer({ min: 65_500, max: 65_700 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(lines, fc.nat(5), fc.nat(40), (all, context, from) => {
      const set = new MatchSet();
      for (const line of all.sort((a, b) => a - b)) set.add(line, 1);
      const total = 65_800;
      const rows = new MatchRows(set, context);
      const shown = new Set(
        all.flatMap((line) => Array.from({ length: context * 2 + 1 }, (_, i) => line - context + i)),
      );
      const expected: unknown[] = [];
      for (let line = 0, gap = 0; line <= total; line++) {
        if (line < total && !shown.has(line)) continue;
        if (line > gap) expected.push({ from: gap, to: line });
        if (line < total) expected.push({ line, match: set.has(line) });
        gap = line + 1;
      }
      expect(rows.count(total)).toBe(expected.length);
      expect(rows.read(from, from + 20, total)).toEqual(expected.slice(from, from + 20));
      for (const line of all.slice(0, 3))
        expect(expected[rows.rowOf(line, total)]).toEqual({ line, match: true });
    }),
    { numRuns: rounds(60, 10) },
  );
});
