import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { nodeOptions } from "./node-options.mjs";

/**
 * `npm run bench -- NAME` and `npm run soak -- NAME`: runs `e2e/KIND/NAME.ts` or `e2e/KIND/NAME/index.ts` over the built
 * app; lists the names without one. A soak runs for minutes, prints its figures and ends with 1 where a promise of
 * docs/trust.md was broken.
 */
const processes = {
  bench: { execArgv: ["--disable-warning=ExperimentalWarning"], env: {} },
  // One that drives the host in its own process measures that process: it runs as Helve's do and can collect.
  soak: { execArgv: [...nodeOptions.execArgv, "--expose-gc"], env: nodeOptions.env },
};

const [kind, name, ...rest] = process.argv.slice(2);
const programs = programsOf(join(root, "e2e", kind));
const program = programs.get(name);
if (!program) {
  console.error(`npm run ${kind} -- NAME\n\nNames: ${[...programs.keys()].join(", ")}`);
  process.exit(2);
}
ensurePackages();
// It starts the app as it is built.
build("renderer");
build("browser");
const { execArgv, env } = processes[kind];
const child = spawn(findNode(), [...execArgv, program, ...rest], {
  cwd: root,
  env: { ...process.env, ...env },
  stdio: "inherit",
});
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 1));

/** Returns the programs of a folder by name. A folder without an `index.ts` is what several of them use. */
function programsOf(folder) {
  const paths = readdirSync(folder).map((entry) => {
    const path = join(folder, entry);
    return entry.endsWith(".ts") ? [entry.replace(/\.ts$/, ""), path] : [entry, join(path, "index.ts")];
  });
  return new Map(paths.filter(([, path]) => existsSync(path)));
}
