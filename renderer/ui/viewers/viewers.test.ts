import { expect, test } from "vitest";
import { hexRow, rowOfOffset } from "./hex-view.tsx";
import { magicOf, mediaOf, readLfsPointer } from "./viewer-kind.ts";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

test("a row shows offset, bytes and what can be printed", () => {
  expect(hexRow(bytes("0123456789abcdef\0A~\x7f"), 1)).toEqual({
    offset: "00000010",
    hex: "00 41 7e 7f",
    text: "·A~·",
  });
  expect(hexRow(bytes("0123456789abcdef"), 0).hex).toBe("30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66");
});

test("offsets are read in hex or decimal, and stay in the file", () => {
  expect([rowOfOffset("1f", 100), rowOfOffset("0x1F", 100), rowOfOffset("31d", 100)]).toEqual([1, 1, 1]);
  expect([rowOfOffset("ff", 100), rowOfOffset("x", 100), rowOfOffset("", 100)]).toEqual([null, null, null]);
});

test("files are known by their names and by how they begin", () => {
  expect(mediaOf("a/b.MP3", bytes("ID3")).kind).toBe("audio");
  expect(mediaOf("noname", bytes("%PDF-1.7")).kind).toBe("pdf");
  expect(mediaOf("x.bin", bytes("\0\0")).kind).toBe("hex");
  expect(magicOf(bytes("\x7fELF\x02"))).toBe("ELF program or library");
  expect(magicOf(bytes("??"))).toBeNull();
});

test("an LFS pointer is read, and nothing else is taken for one", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`;
  expect(readLfsPointer(pointer)).toEqual({ oid: "a".repeat(64), size: 12_345 });
  expect(readLfsPointer("version 1\nsize 3\n")).toBeNull();
});
