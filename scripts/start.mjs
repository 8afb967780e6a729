import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { build } from "./build.mjs";
import { findElectron } from "./electron-binary.mjs";
import { readFlags, readPort } from "./flags.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";

const usage = `npm start -- [flags]

  --shell desktop|browser  which shell to use (desktop where Electron is there)
  --no-open                print the link and open nothing (browser shell)
  --port N                 port of the browser shell, 0 for any (default 0)
  --data DIR               folder for all that Helve keeps (default .helve)`;

const flags = readFlags(
  {
    shell: { type: "string" },
    "no-open": { type: "boolean", default: false },
    port: { type: "string", default: "0" },
    data: { type: "string", default: join(root, ".helve") },
  },
  usage,
);
if (flags.shell !== undefined && flags.shell !== "desktop" && flags.shell !== "browser") {
  console.error(`"${flags.shell}" is not a shell.\n\n${usage}`);
  process.exit(2);
}
const port = readPort(flags.port, usage);
const data = resolve(flags.data);

ensurePackages();
const electron = flags.shell === "browser" ? null : findElectron(data);
if (!electron && flags.shell !== "browser") {
  console.log("Electron's binary is not here and could not be fetched: using the browser shell.");
}
build("renderer");
if (electron) build("desktop");

const [command, args] = electron
  ? [electron, [join(root, "dist", "desktop", "main.js"), `--data=${data}`]]
  : [
      findNode(),
      [
        "--disable-warning=ExperimentalWarning",
        join(root, "electron", "browser", "main.ts"),
        `--data=${data}`,
        `--port=${port}`,
        ...(flags["no-open"] ? ["--no-open"] : []),
      ],
    ];
const child = spawn(command, args, { cwd: root, stdio: "inherit", shell: command.endsWith(".cmd") });
// A Ctrl-C of the terminal reaches the child by itself; a signal that was sent to this process alone is passed on.
process.on("SIGINT", () => undefined);
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`Helve could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 0));
