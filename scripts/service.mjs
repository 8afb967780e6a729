import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { readFlags, readPort } from "./flags.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";

const usage = `npm run service -- --port N --data DIR [--sample] [--token TOKEN]

  --port N       port on 127.0.0.1, 0 for any (default 0)
  --data DIR     folder for repositories and the database (default .helve/service)
  --sample       fill an empty folder with sample data
  --token TOKEN  the administrator's personal access token, 16 characters or more; minted where left out`;

const flags = readFlags(
  {
    port: { type: "string", default: "0" },
    data: { type: "string", default: join(root, ".helve", "service") },
    sample: { type: "boolean", default: false },
    token: { type: "string" },
  },
  usage,
);
const port = readPort(flags.port, usage);
if (flags.token !== undefined && flags.token.length < 16) {
  console.error(`A token has 16 characters or more.\n\n${usage}`);
  process.exit(2);
}
ensurePackages();
const child = spawn(
  findNode(),
  ["--disable-warning=ExperimentalWarning", join(root, "electron", "service", "alone.ts")],
  { cwd: root, stdio: ["pipe", "inherit", "inherit"], shell: process.platform === "win32" },
);
// Through the pipe rather than the command line, which every process of the machine can read.
child.stdin.end(
  JSON.stringify({ port, folder: resolve(flags.data), sample: flags.sample, token: flags.token ?? null }),
);
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 0));
