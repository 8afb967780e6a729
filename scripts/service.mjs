import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "./build.mjs";
import { readFlags, readPort } from "./flags.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { serviceOptions } from "./node-options.mjs";
import { endWithNpm } from "./npm-end.mjs";

const variable = "HELVE_SERVICE_TOKEN";
const usage = `npm run service -- --port N --data DIR [--sample] [--allow-local-hooks] [--token-file FILE]

  --port N           port on 127.0.0.1, 0 for any (default 0)
  --data DIR         folder for repositories and the database (default .helve/service)
  --sample           fill an empty folder with sample data
  --allow-local-hooks  let system hooks reach loopback and private addresses. HELVE_ALLOW_LOCAL_HOOKS=1 does the same
  --token-file FILE  the administrator's personal access token, 16 characters or more, in a file; - for standard input.
                     ${variable} in the environment does the same. Minted where left out.
  --token TOKEN      the same on the command line, where every user of the machine can read it`;

const flags = readFlags(
  {
    port: { type: "string", default: "0" },
    data: { type: "string", default: join(root, ".helve", "service") },
    sample: { type: "boolean", default: false },
    "allow-local-hooks": { type: "boolean", default: process.env.HELVE_ALLOW_LOCAL_HOOKS === "1" },
    token: { type: "string" },
    "token-file": { type: "string" },
  },
  usage,
);
const port = readPort(flags.port, usage);
const fromEnvironment = process.env[variable];
// Jobs can read the environment of the service that runs them: only what a program needs is passed on.
const inherited = new Set(serviceOptions.inheritedEnv.map((name) => name.toUpperCase()));
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => inherited.has(name.toUpperCase())),
);
const token = readToken();
if (token !== null && token.length < 16) {
  console.error(`A token has 16 characters or more.\n\n${usage}`);
  process.exit(2);
}
ensurePackages();
build("browser");
const child = spawn(
  findNode(),
  [...serviceOptions.execArgv, join(root, "dist", "browser", "service-cli.js")],
  {
    cwd: root,
    env: { ...environment, ...serviceOptions.env },
    stdio: ["pipe", "inherit", "inherit"],
  },
);
// Through the pipe rather than the command line, which every process of the machine can read.
child.stdin.end(
  JSON.stringify({
    port,
    folder: resolve(flags.data),
    sample: flags.sample,
    allowLocalHooks: flags["allow-local-hooks"],
    token,
  }),
);
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => child.kill("SIGTERM"));
endWithNpm();
child.on("exit", (code) => process.exit(code ?? 0));

/** Returns the token from where it was given, null for none. Ends the process where it cannot be read. */
function readToken() {
  if (flags.token !== undefined) {
    // Overwrites the arguments of this process. Those of npm and of a shell before it stay as they are.
    process.title = "helve-service";
    console.error("--token can be read in the process list while this runs. Use --token-file instead.");
    return flags.token;
  }
  const file = flags["token-file"];
  if (file === undefined) return fromEnvironment ?? null;
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8").trim();
  } catch (error) {
    console.error(`The token could not be read: ${error.message}`);
    process.exit(2);
  }
}
