import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";

/** Runs `e2e/KIND/NAME/index.ts`, where NAME is the first argument of the command line; lists the names without one. */
export function runNamed(kind, { execArgv = ["--disable-warning=ExperimentalWarning"], env = {} } = {}) {
  const folder = join(root, "e2e", kind);
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.ts")));
  const [name, ...rest] = process.argv.slice(2);
  if (!names.includes(name)) {
    console.error(`npm run ${kind} -- NAME\n\nNames: ${names.join(", ")}`);
    process.exit(2);
  }
  ensurePackages();
  // It starts the app as it is built.
  build("renderer");
  build("browser");
  const args = [...execArgv, join(folder, name, "index.ts"), ...rest];
  const child = spawn(findNode(), args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}
