import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

/** The real scripts in a project of its own, whose packages write down that they were run. */
let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "helve-scripts-"));
  for (const name of globSync("*.mjs", { cwd: import.meta.dirname })) {
    cpSync(join(import.meta.dirname, name), join(root, "scripts", name));
  }
  write("package.json", '{"type":"module"}');
  write("package-lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

const runs = (): string[] =>
  existsSync(join(root, "runs")) ? readFileSync(join(root, "runs"), "utf8").trim().split("\n") : [];

/** Calls a function of a script in a Node of its own and returns its result. */
function call(script: string, code: string): unknown {
  const module = JSON.stringify(pathToFileURL(join(root, "scripts", script)).href);
  const program = `import * as it from ${module}; process.stderr.write(JSON.stringify((${code}) ?? null));`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    timeout: 20_000,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stderr);
}

const noteRun = (name: string) =>
  `require("node:fs").appendFileSync(${JSON.stringify(join(root, "runs"))}, ${JSON.stringify(`${name}\n`)});`;

const makeOutput = (part: string) =>
  `require("node:fs").mkdirSync(${JSON.stringify(join(root, "dist", part))}, { recursive: true });`;

test("a part is built again only when something that it is made of has changed", () => {
  write("node_modules/vite/package.json", "{}");
  write("node_modules/vite/bin/vite.js", `${noteRun("vite")} ${makeOutput("renderer")}`);
  write("renderer/main.tsx", "1");
  write("shared/deep/one.ts", "1");
  const build = () => call("build.mjs", 'it.build("renderer")');
  build();
  build();
  expect(runs()).toHaveLength(1);
  write("renderer/main.test.tsx", "a test is not part of the page");
  write("electron/main.ts", "nor is the other side");
  build();
  expect(runs()).toHaveLength(1);
  write("shared/deep/one.ts", "22");
  build();
  expect(runs()).toHaveLength(2);
  rmSync(join(root, "renderer", "main.tsx"));
  build();
  expect(runs()).toHaveLength(3);
  rmSync(join(root, "dist", "renderer"), { recursive: true });
  build();
  expect(runs()).toHaveLength(4);
});

test("two processes that start at the same time build once; one that was killed blocks nobody", async () => {
  write("node_modules/vite/package.json", "{}");
  write(
    "node_modules/vite/bin/vite.js",
    `${noteRun("vite")} setTimeout(() => { ${makeOutput("browser")} }, 500);`,
  );
  const { pid } = spawnSync(process.execPath, ["--version"]);
  write(".helve/build.lock", String(pid));
  const ended = [1, 2, 3].map(
    () =>
      new Promise((resolve) => {
        const code = 'import { build } from "./scripts/build.mjs"; build("browser");';
        spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: root }).once("exit", resolve);
      }),
  );
  expect(await Promise.all(ended)).toEqual([0, 0, 0]);
  expect(runs()).toHaveLength(1);
  expect(existsSync(join(root, ".helve", "build.lock"))).toBe(false);
});

test("a build that fails ends the start and is tried again", () => {
  write("node_modules/vite/package.json", "{}");
  write("node_modules/vite/bin/vite.js", `${noteRun("vite")} process.exit(3);`);
  const build = () => call("build.mjs", 'it.build("desktop")');
  expect(build).toThrow("The build failed");
  expect(build).toThrow("The build failed");
  expect(runs()).toHaveLength(2);
});

test("a build that a test runner starts is one for users", () => {
  write("node_modules/vite/package.json", "{}");
  write(
    "node_modules/vite/bin/vite.js",
    `require("node:fs").writeFileSync(${JSON.stringify(join(root, "runs"))}, process.env.NODE_ENV);`,
  );
  for (const path of ["renderer/main.tsx", "shared/one.ts"]) write(path, "1");
  expect(process.env.NODE_ENV).toBe("test");
  call("build.mjs", 'it.build("renderer")');
  expect(runs()).toEqual(["production"]);
});

test("packages that are there are not installed again", () => {
  write("node_modules/.package-lock.json", "{}");
  expect(call("install.mjs", "it.ensurePackages()")).toBeNull();
  expect(existsSync(join(root, "node_modules", ".helve-lock"))).toBe(true);
  expect(call("install.mjs", "it.ensurePackages()")).toBeNull();
});
