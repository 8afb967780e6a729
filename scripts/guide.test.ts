import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { applyGuide } from "./guide.mjs";

const root = join(import.meta.dirname, "..");

it("applies every step of the two guides to the project as it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const changed = new Set([...guide.matchAll(/^ *--- (\S+\.\S+)$/gm)].map(([, path = ""]) => path));
  for (const path of changed) cpSync(join(root, path), join(folder, path));
  expect(applyGuide(guide, folder)).toBeGreaterThanOrEqual(10);
  for (const [, path = ""] of guide.matchAll(/^ *\/\/ ((?:shared|electron|renderer)\/\S+)$/gm)) {
    expect(existsSync(join(root, path)), path).toBe(false);
    expect(existsSync(join(folder, path)), path).toBe(true);
  }
});
