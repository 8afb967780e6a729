import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const assets = join(import.meta.dirname, "..", "..", "assets");
const read = (name: string) => readFileSync(join(assets, name));
const pngSize = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

test("every size of the icon is there, drawn at its size", () => {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
    expect(pngSize(read(`icons/${size}x${size}.png`))).toEqual({ width: size, height: size });
  }
});

test("the icons of Windows and macOS contain the images that their directories list", () => {
  const ico = read("icon.ico");
  const count = ico.readUInt16LE(4);
  const sizes = Array.from({ length: count }, (_, index) => {
    const at = 6 + 16 * index;
    const offset = ico.readUInt32LE(at + 12);
    return pngSize(ico.subarray(offset, offset + ico.readUInt32LE(at + 8))).width;
  });
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
  const icns = read("icon.icns");
  expect(icns.toString("latin1", 0, 4)).toBe("icns");
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const types: string[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    types.push(icns.toString("latin1", at, at + 4));
  expect(types).toContain("ic10");
});
