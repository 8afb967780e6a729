import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Rectangle } from "electron";
import { z } from "zod";
import { whereWritable } from "../system/storage-error.ts";

const state = z.object({
  /** Of the window when it is neither maximized nor full screen, in device-independent pixels. */
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) }),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
});
export type WindowState = z.output<typeof state>;

export const smallest = { width: 720, height: 480 } as const;
const usual = { width: 1_360, height: 880 } as const;
/** Part of a window that has to be on a screen for the user to reach it. */
const reachable = { width: 120, height: 40 } as const;

const fileIn = (folder: string): string => join(folder, "window.json");

/** Returns the state of the last run; null on the first one, or where the file cannot be read. */
export function readWindowState(folder: string): WindowState | null {
  try {
    return state.parse(JSON.parse(readFileSync(fileIn(folder), "utf8")));
  } catch {
    return null;
  }
}

/** Stores the state for the next run, if the disk can be written to; a half-written file never replaces a good one. */
export function writeWindowState(folder: string, value: WindowState): void {
  const file = fileIn(folder);
  whereWritable(() => {
    writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  });
}

/**
 * Returns bounds that can be reached on the present screens. `areas` are their work areas, the primary one first. A
 * window of a screen that is gone is centred on the first one, no larger than it.
 */
export function fitBounds(bounds: Rectangle | null, areas: readonly Rectangle[]): Rectangle {
  for (const area of areas) {
    if (!bounds || bounds.y <= area.y - reachable.height) continue;
    const placed = { ...bounds, ...fitSize(bounds, area), y: Math.max(bounds.y, area.y) };
    if (reaches(placed, area)) return placed;
  }
  const [area = { x: 0, y: 0, ...usual }] = areas;
  const { width, height } = fitSize(bounds ?? usual, area);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

type Size = Pick<Rectangle, "width" | "height">;

const fitSize = (size: Size, area: Size): Size => ({
  width: Math.min(Math.max(size.width, smallest.width), area.width),
  height: Math.min(Math.max(size.height, smallest.height), area.height),
});

/** Returns whether enough of the window's upper edge, by which it is moved, is within the area. */
function reaches(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return across >= reachable.width && area.y + area.height - bounds.y >= reachable.height;
}
