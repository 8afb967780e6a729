import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findNode, root } from "./node.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";

const sources = {
  renderer: ["renderer", "shared", "assets", "vite.config.ts", "scripts/vite", "package-lock.json"],
  // Both have what draws the page's first frame.
  browser: ["electron", "renderer", "shared", "scripts/vite", "vite.browser.config.ts", "package-lock.json"],
  desktop: ["electron", "renderer", "shared", "scripts/vite", "vite.desktop.config.ts", "package-lock.json"],
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
    // Whoever starts it, tests too: for another environment JSX is compiled to what only a development build has.
    { cwd: root, stdio: "inherit", shell: false, env: { ...process.env, NODE_ENV: "production" } },
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
  const add = (path, isFolder) => {
    if (isFolder) {
      const entries = readdirSync(join(root, path), { withFileTypes: true });
      entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const entry of entries) add(`${path}/${entry.name}`, entry.isDirectory());
    } else if (!/\.test\.tsx?$/.test(path)) {
      const { size, mtimeMs } = statSync(join(root, path));
      hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  };
  for (const path of paths) {
    const info = statSync(join(root, path), { throwIfNoEntry: false });
    if (info) add(path, info.isDirectory());
  }
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
