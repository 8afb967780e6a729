import { expect, test } from "vitest";
import { detectEncoding } from "../../../shared/text/encoding/detect-encoding.ts";
import { detectLineEnding, indexLines, lineAt, TextDocument } from "./text-document.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean, mark: boolean) => {
  const units = [...(mark ? "\ufeff" : ""), ...text].map((c) => c.charCodeAt(0));
  return Uint8Array.from(units.flatMap((u) => (little ? [u & 255, u >> 8] : [u >> 8, u & 255])));
};

test.each([
  ["plain", utf8("hello\n"), "utf-8"],
  ["empty", new Uint8Array(), "utf-8"],
  ["emoji", utf8("größe 🪓\n"), "utf-8"],
  ["mark", utf8("\ufeffhello"), "utf-8-bom"],
  ["latin", Uint8Array.from([0x67, 0x72, 0xf6, 0xdf, 0x65, 10]), "windows-1252"],
  ["wide little", utf16("hello there\n", true, true), "utf-16le"],
  ["wide big", utf16("hello there\n", false, true), "utf-16be"],
  ["wide without mark", utf16("hello there\n", true, false), "utf-16le"],
  ["png", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), null],
  ["control bytes", Uint8Array.from([1, 2, 3, 0xff, 4, 5, 6]), null],
] as const)("recognises %s", (_, bytes, encoding) => {
  expect(detectEncoding(bytes)).toBe(encoding);
});

test.each([
  ["a\nb\n", "LF"],
  ["a\r\nb\r\n", "CRLF"],
  ["a\rb", "CR"],
  ["a\r\nb\n", "mixed"],
  ["a", "none"],
] as const)("%j ends its lines with %s", (text, ending) => {
  expect(detectLineEnding(utf8(text))).toBe(ending);
});

test("lines are found again by offset", () => {
  const index = indexLines(utf8("one\ntwo\n\nlast"));
  expect([...index.starts]).toEqual([0, 4, 8, 9, 13]);
  expect(index.count).toBe(4);
  expect([0, 3, 4, 8, 9, 12].map((offset) => lineAt(index, offset))).toEqual([0, 0, 1, 2, 3, 3]);
});

test("a final newline begins no line and an empty text has one", () => {
  expect(indexLines(utf8("a\n")).count).toBe(1);
  expect(indexLines(new Uint8Array()).count).toBe(1);
});

test("lines are decoded, without their ends", () => {
  const document = new TextDocument(Uint8Array.from([0x67, 0xf6, 13, 10, 0xdf, 10]));
  expect(document.info).toMatchObject({ encoding: "windows-1252", lineEnding: "mixed", lines: 2, size: 6 });
  expect(document.lines(0, 9)).toEqual(["gö", "ß"]);
});

test.each([
  ["shift_jis", [0x83, 0x5c, 0x83, 0x93, 10, 0x95, 0x5c], ["ソン", "表"]],
  ["gb18030", [0xc4, 0xe3, 10, 0x81, 0x30, 0x84, 0x36], ["你", "\u00a5"]],
  ["euc-kr", [0xc7, 0xd1, 10, 0xb1, 0xdb], ["한", "글"]],
  ["windows-1251", [0xcc, 0xee, 0xf0, 0xe5, 10], ["Море"]],
] as const)("lines are read in %s where the user says so", (encoding, bytes, lines) => {
  const document = new TextDocument(Uint8Array.from(bytes), encoding);
  expect(document.info.encoding).toBe(encoding);
  expect(document.lines(0, 9)).toEqual(lines);
});

test("wide text is searched like any other", () => {
  const document = new TextDocument(utf16("first\nSecond line\n", true, true));
  const search = document.search(/second/giu, 10);
  let step = search.next();
  while (!step.done) step = search.next();
  expect(step.value).toEqual([{ line: 1, column: 0, length: 6 }]);
});

test("a search stops at its limit", () => {
  const search = new TextDocument(utf8("aaaa\n".repeat(100))).search(/a/gu, 7);
  let step = search.next();
  while (!step.done) step = search.next();
  expect(step.value).toHaveLength(7);
});

const hidden = (bytes: Uint8Array) => {
  const steps = new TextDocument(bytes).hiddenLines();
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

test("lines with hidden characters are counted, and the first ones named", () => {
  expect(hidden(utf8("a\nb\u202e\ngröße\nc\u200bd\u200b\n"))).toEqual({ count: 2, lines: [2, 4] });
  expect(hidden(utf8("x\u200by\n".repeat(5_000)))).toMatchObject({ count: 5_000 });
  expect(hidden(utf8("plain\n".repeat(10)).subarray(3))).toEqual({ count: 0, lines: [] });
});
