import { expect, it } from "vitest";
import { parseAlternates } from "./original-objects.ts";

const parse = (text: string | Buffer) => parseAlternates(Buffer.from(text), "/r/objects/info/alternates");

it("reads lines, comments and what git quotes", () => {
  expect(parse("/a/objects\n# no\n\n../b\n")).toEqual(["/a/objects", "../b"]);
  expect(parse('"/a \\"b\\"\\n\\303\\244"\n/é\n')).toEqual(['/a "b"\nä', "/é"]);
});

it.each([
  ['"/open'],
  ['"/a"/b'],
  ['"/a\\q"'],
  ['"/a\\400"'],
  ['""'],
  ["/a\0b"],
  [Buffer.from([0x2f, 0xff])],
  ['"/\\377"'],
])("refuses %j, which git may read in another way", (text) => {
  expect(() => parse(text)).toThrow("names no folder");
});
