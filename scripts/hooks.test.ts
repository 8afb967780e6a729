import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

it.skipIf(process.platform === "win32")("the pre-commit hook checks the staged files alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-hooks-"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  try {
    git("init", "-q");
    for (const path of [
      "scripts/hooks",
      "scripts/lint",
      "scripts/pre-commit.mjs",
      "scripts/node.mjs",
      "biome.json",
    ]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/good.mjs"), "export const a = 1;\n");
    writeFileSync(join(folder, "src/bad.mjs"), "export const  a = 1\n");
    git("config", "core.hooksPath", "scripts/hooks");
    const commit = (path: string) => {
      git("add", path);
      const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
      return spawnSync("git", [...identity, "commit", "-qm", path], { cwd: folder, encoding: "utf8" });
    };
    expect(commit("src/good.mjs").status).toBe(0);
    const refused = commit("src/bad.mjs");
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("Lint failed, so nothing was committed.");
    expect(git("log", "--format=%s").trim()).toBe("src/good.mjs");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
