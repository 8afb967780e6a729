import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fitBounds, readWindowState, writeWindowState } from "./window-state.ts";

const primary = { x: 0, y: 25, width: 1440, height: 875 };
const left = { x: -1920, y: 0, width: 1920, height: 1040 };

test("a window is restored at its position, also on another screen", () => {
  for (const bounds of [
    { x: 100, y: 100, width: 900, height: 700 },
    { x: -1500, y: 40, width: 1200, height: 800 },
    { x: 1300, y: 600, width: 800, height: 600 },
  ]) {
    expect(fitBounds(bounds, [primary, left])).toEqual(bounds);
  }
});

test("a window of a missing screen is centred on the first one", () => {
  expect(fitBounds({ x: -1500, y: 40, width: 1000, height: 700 }, [primary])).toEqual({
    x: 220,
    y: 113,
    width: 1000,
    height: 700,
  });
});

test("a window larger than its screen shrinks, and its upper edge stays in reach", () => {
  expect(fitBounds({ x: 0, y: 10, width: 3000, height: 2000 }, [primary])).toEqual({
    x: 0,
    y: 25,
    width: 1440,
    height: 875,
  });
});

test("whatever was stored, the window can be reached", () => {
  const number = fc.integer({ min: -5_000, max: 5_000 });
  const size = fc.integer({ min: 1, max: 5_000 });
  const areas = [primary, left];
  fc.assert(
    fc.property(fc.record({ x: number, y: number, width: size, height: size }), (bounds) => {
      const fitted = fitBounds(bounds, areas);
      return areas.some(
        (area) =>
          fitted.y >= area.y &&
          fitted.y + 40 <= area.y + area.height &&
          Math.min(fitted.x + fitted.width, area.x + area.width) - Math.max(fitted.x, area.x) >= 120,
      );
    }),
  );
});

test("the state is stored whole, and an unreadable one counts as none", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-window-"));
  try {
    expect(readWindowState(folder)).toBeNull();
    const state = { bounds: { x: -5, y: 6, width: 900, height: 700 }, maximized: true, fullScreen: false };
    writeWindowState(folder, state);
    expect(readWindowState(folder)).toEqual(state);
    expect(readdirSync(folder)).toEqual(["window.json"]);
    for (const broken of ["{", "[]", '{"bounds":{"x":"0"}}', ""]) {
      writeFileSync(join(folder, "window.json"), broken);
      expect(readWindowState(folder)).toBeNull();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
