import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findNode, root } from "./node.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";

const sources = {
  renderer: ["renderer", "shared", "assets", "vite.config.ts", "package-lock.json"],
  browser: ["electron", "shared", "vite.browser.config.ts", "package-lock.json"],
  desktop: ["electron", "shared", "vite.desktop.config.ts", "package-lock.json"],
};
const configs = {
  renderer: "vite.config.ts",
  browser: "vite.browser.config.ts",
  desktop: "vite.desktop.config.ts",
};
const names = { renderer: "page", browser: "browser shell", desktop: "desktop app" };

/** Builds one part unless it is there and nothing that it is made of has changed since. */
export function build(part) {
  if (!isBuilt(part)) oneAtATime("build", () => isBuilt(part) || buildNow(part));
}

const stampOf = (part) => join(root, "dist", `${part}.stamp`);

const isBuilt = (part) =>
  existsSync(join(root, "dist", part)) &&
  existsSync(stampOf(part)) &&
  readFileSync(stampOf(part), "utf8") === fingerprint(sources[part]);

/** Ends the process where the build fails. */
function buildNow(part) {
  const state = fingerprint(sources[part]);
  // A build that is ended in the middle is not a build.
  rmSync(stampOf(part), { force: true });
  console.log(`Building the ${names[part]}…`);
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const result = spawnSync(
    findNode(),
    [vite, "build", "--config", join(root, configs[part]), "--logLevel", "warn"],
    { cwd: root, stdio: "inherit", shell: false },
  );
  if (result.status !== 0) {
    console.error("The build failed; what it printed above says why.");
    process.exit(result.status ?? 1);
  }
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stampOf(part), state);
}

/** Changes when a file is added, removed or written; contents are not read, so that a start stays quick. */
function fingerprint(paths) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    const info = statSync(full);
    if (info.isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  };
  for (const path of paths) visit(path);
  return hash.digest("hex");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [only] = process.argv.slice(2);
  if (only !== undefined && !(only in configs)) {
    console.error(`npm run build [-- ${Object.keys(configs).join("|")}]`);
    process.exit(2);
  }
  for (const part of only ? [only] : Object.keys(configs)) build(part);
}
