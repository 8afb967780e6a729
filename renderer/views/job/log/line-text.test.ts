import { expect, it } from "vitest";
import { contrast, paletteColour, readableOn } from "./line-text.tsx";

it("returns the colours of the cube and the greys", () => {
  expect([16, 21, 196, 231, 232, 255].map(paletteColour)).toEqual([
    "#000000",
    "#0000ff",
    "#ff0000",
    "#ffffff",
    "#080808",
    "#eeeeee",
  ]);
});

it("keeps text readable on every background of the palette", () => {
  const all = Array.from({ length: 256 }, (_, index) => paletteColour(index));
  for (const background of all) {
    expect(contrast(background, readableOn(background, null))).toBeGreaterThanOrEqual(4.5);
    for (const wanted of [all[4], all[11], all[0]]) {
      expect(contrast(background, readableOn(background, wanted ?? null))).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it("keeps the requested colour where it is readable", () => {
  expect(readableOn("#1c1f26", "#ffffff")).toBe("#ffffff");
  expect(readableOn("#ffffff", "#ffff00")).toBe("#000000");
});
