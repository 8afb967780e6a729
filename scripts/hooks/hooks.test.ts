import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

it.skipIf(process.platform === "win32")("the hooks check the staged files alone, and the subject", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-hooks-"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  try {
    git("init", "-q");
    for (const path of ["scripts/hooks", "scripts/lint", "scripts/node.mjs", "biome.json"]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/good.mjs"), "export const a = 1;\n");
    writeFileSync(join(folder, "src/bad.mjs"), "export const  a = 1\n");
    git("config", "core.hooksPath", "scripts/hooks");
    const commit = (path: string, message: string) => {
      git("add", path);
      const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
      const args = [...identity, "commit", "-qm", message];
      const { status, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
      return status === 0 ? "committed" : stderr;
    };
    expect(commit("src/good.mjs", "Add a")).toContain("Begin the message as Conventional Commits do");
    expect(commit("src/good.mjs", `feat(a): ${"a".repeat(64)}`)).toContain("The subject has 73 letters");
    const subject = `feat(a, b)!: ${"a".repeat(59)}`;
    expect(commit("src/good.mjs", `${subject}\n\nWhy, in as many words as it takes: ${"a".repeat(72)}`)).toBe(
      "committed",
    );
    expect(commit("src/bad.mjs", "fix: b")).toContain("Lint failed, so nothing was committed.");
    expect(git("log", "--format=%s").trim()).toBe(subject);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
