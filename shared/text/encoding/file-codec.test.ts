import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeFile, encodeFile } from "./file-codec.ts";

const bytes = fc
  .array(
    fc.oneof(
      fc
        .constantFrom("\n", "\r\n", "\r", "a", " ", "\ufeff", "é", "\u2028", "日本", "😀")
        .map((text) => Buffer.from(text)),
      fc.integer({ min: 0, max: 255 }).map((byte) => Buffer.from([byte])),
    ),
    { maxLength: 60 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)));

describe.each([
  "utf-8",
  "utf-8-bom",
  ...["windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1255", "windows-1256"],
  ...["iso-8859-2", "iso-8859-7", "iso-8859-8", "iso-8859-15", "koi8-r", "koi8-u", "ibm866", "macintosh"],
  ...["windows-874", "x-mac-cyrillic"],
])("%s", (encoding) => {
  it("has a text for all bytes, which gives the same bytes", () => {
    fc.assert(
      fc.property(bytes, (file) => {
        const text = decodeFile(file, encoding);
        expect(text === null ? null : encodeFile(text, encoding)).toEqual(file);
      }),
    );
  });
});

it.each(["utf-16le", "utf-16be"])(
  "keeps marks and lone surrogates of %s, and refuses half a unit",
  (encoding) => {
    fc.assert(
      fc.property(bytes, (file) => {
        const text = decodeFile(file, encoding);
        expect(text === null).toBe(file.length % 2 === 1);
        if (text !== null) expect(encodeFile(text, encoding)).toEqual(file);
      }),
    );
  },
);

it("decodes what is text as the platform does", () => {
  for (const encoding of ["windows-1252", "koi8-r", "utf-16le", "utf-16be", "utf-8"]) {
    const file = Uint8Array.from({ length: 216 }, (_, i) => (encoding === "utf-8" ? i % 128 : i));
    expect(decodeFile(file, encoding)).toBe(new TextDecoder(encoding, { ignoreBOM: true }).decode(file));
  }
  expect(decodeFile(Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82), "utf-8")).toBe("a\udcffé\udce2\udc82");
});

it("names the first character that an encoding does not have, and its line", () => {
  expect(encodeFile("a\r\nb\rgr\u00fc\u00df \u2192 \u2260", "windows-1252")).toEqual({
    character: "→",
    line: 3,
  });
  expect(encodeFile("a\n😀", "iso-8859-2")).toEqual({ character: "😀", line: 2 });
  expect(encodeFile("a\ud83d", "utf-8")).toEqual({ character: "\ud83d", line: 1 });
});

const japanese = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);

it.each([
  ["shift_jis", japanese, "テスト"],
  ["euc-jp", Buffer.from([0xa5, 0xc6, 0xa5, 0xb9, 0xa5, 0xc8]), "テスト"],
  ["gb18030", Buffer.from([0xb2, 0xe2, 0xca, 0xd4]), "测试"],
  ["big5", Buffer.from([0xb4, 0xfa, 0xb8, 0xd5]), "測試"],
  ["euc-kr", Buffer.from([0xc5, 0xd7, 0xbd, 0xba, 0xc6, 0xae]), "테스트"],
])("writes %s", (encoding, encoded, text) => {
  const file = new Uint8Array(encoded);
  expect(decodeFile(file, encoding)).toBe(text);
  expect(encodeFile(`${text}\n`, encoding, file)).toEqual(new Uint8Array([...encoded, 10]));
  expect(encodeFile(`a\n${text}\n😀`, encoding, file)).toEqual({ character: "😀", line: 3 });
});

it("takes lines of an ambiguous encoding from the file, bad bytes included", () => {
  // NEC's and IBM's code of one character, and a byte that is none.
  const file = new Uint8Array([0xed, 0x40, 10, 0xfa, 0x5c, 0x2e, 13, 10, 0x61, 0xff, 10, ...japanese]);
  const text = decodeFile(file, "shift_jis") ?? "";
  expect(text.split("\n")).toHaveLength(4);
  expect(encodeFile(text.replace(/^/, "x\n"), "shift_jis", file)).toEqual(
    new Uint8Array([0x78, 10, ...file]),
  );
  expect(encodeFile(text.replace("テ", "テテ"), "shift_jis", file)).toEqual(
    new Uint8Array([...file.slice(0, 11), 0x83, 0x65, ...japanese]),
  );
  expect(encodeFile(text.replace("a", "b"), "shift_jis", file)).toEqual({ character: "\ufffd", line: 3 });
});

it("refuses what it cannot write or tell apart", () => {
  expect(decodeFile(Buffer.from("\u001b$B%F\u001b(B"), "iso-2022-jp")).toBeNull();
  expect(decodeFile(Buffer.from("a"), "utf-7")).toBeNull();
  const alike = new Uint8Array([0xed, 0x40, 10, 0xfa, 0x5c, 10]);
  expect(decodeFile(alike, "shift_jis")).toBeNull();
});
