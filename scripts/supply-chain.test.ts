import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { root } from "./node.mjs";

const lock = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});
const manifest = z.object({
  scripts: z.record(z.string(), z.string()).default({}),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");

/** Folders that npm installs packages in. */
const folders = globSync("**/package-lock.json", {
  cwd: root,
  exclude: (path) => /(^|[\\/])(node_modules|release|dist)$/.test(path),
}).map((path) => dirname(path));

test("every folder with a lock file is checked", () => {
  expect(folders.map((folder) => folder.replaceAll("\\", "/"))).toEqual(
    expect.arrayContaining([".", "e2e/bench/peers"]),
  );
});

test.each(folders)("no package installed in %s runs a script, and each that would is named", (folder) => {
  const { packages } = lock.parse(JSON.parse(read(folder, "package-lock.json")));
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)] : [],
  );
  const { allowScripts, scripts } = manifest.parse(JSON.parse(read(folder, "package.json")));
  // A new one is looked at first: what it does, and whether it works without.
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted)].sort());
  // npm 12 skips those that are denied; older ones skip all by the setting.
  expect(Object.values(allowScripts).filter(Boolean)).toEqual([]);
  expect(read(folder, ".npmrc")).toMatch(/^ignore-scripts=true$/m);
  // The setting would silently drop these of the project's own.
  expect(Object.keys(scripts).filter((name) => /^(pre|post)|^(install|prepare)$/.test(name))).toEqual([]);
});

test("npm reads the setting where it installs", () => {
  const isWindows = process.platform === "win32";
  for (const folder of folders) {
    const { stdout } = spawnSync(isWindows ? "npm.cmd" : "npm", ["config", "get", "ignore-scripts"], {
      cwd: join(root, folder),
      encoding: "utf8",
      shell: isWindows,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
    });
    expect(stdout.trim(), folder).toBe("true");
  }
});

test("every install of a script passes the setting too, which a user's own cannot undo", () => {
  const sources = globSync("{scripts,e2e}/**/*.{mjs,ts}", {
    cwd: root,
    exclude: (path) => /(^|[\\/])node_modules$/.test(path),
  }).filter((path) => existsSync(join(root, path)) && !path.endsWith(".test.ts"));
  const installs = sources.flatMap((path) =>
    [...read(path).matchAll(/\["ci",[^\]]*\]/g)].map(([call]) => ({ path, call })),
  );
  expect(installs.length).toBeGreaterThan(1);
  for (const { path, call } of installs) expect(call, path).toContain('"--ignore-scripts"');
});

const folder = join(root, ".github", "workflows");

test.each(readdirSync(folder))("%s pins every action to a commit", (name) => {
  const lines = readFileSync(join(folder, name), "utf8").split("\n");
  const used = lines.filter((line) => /^\s*(- )?uses:/.test(line));
  expect(used.length).toBeGreaterThan(0);
  for (const line of used) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d/);
});

test("the tests of a pull request have the history that they compare with, and the night runs all rounds", () => {
  const ci = readFileSync(join(folder, "ci.yml"), "utf8");
  expect(ci).toMatch(/actions\/checkout@[^\n]*\n\s+with:(?:\n\s+(?:#|\w).*)*\n\s+fetch-depth: 0\n/);
  expect(ci).toContain("schedule:");
  expect(ci).toContain("github.event_name == 'schedule' && '--nightly'");
  expect(ci.match(/npm test -- \$\{\{ env\.FLAGS \}\}/g)).toHaveLength(2);
});
