import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { build } from "./build.mjs";
import { summaryOf } from "./electron/advice.mjs";
import { chooseShell } from "./electron/choose-shell.mjs";
import { readFlags, readPort } from "./flags.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { nodeOptions } from "./node-options.mjs";
import { endWithNpm } from "./npm-end.mjs";

const usage = `npm start -- [flags]

  --shell desktop|browser  which shell to use; desktop unless it cannot be had or a flag of the browser shell is given
  --no-open                browser shell: print the link and open nothing
  --port N                 browser shell: its port, 0 for any (default 0)
  --data DIR               folder for all that Helve keeps (default .helve)
  --repository DIR         opens the git repository in this folder, in the Helve that runs already if one does`;

/** Milliseconds within which an end of the desktop app means that it cannot run here. */
const earlyEndMs = 5_000;

const flags = readFlags(
  {
    shell: { type: "string" },
    "no-open": { type: "boolean", default: false },
    port: { type: "string", default: "0" },
    data: { type: "string", default: join(root, ".helve") },
    repository: { type: "string" },
  },
  usage,
);
if (flags.shell !== undefined && flags.shell !== "desktop" && flags.shell !== "browser") {
  console.error(`"${flags.shell}" is not a shell.\n\n${usage}`);
  process.exit(2);
}
const port = readPort(flags.port, usage);
const data = resolve(flags.data);
const repository = flags.repository === undefined ? [] : [resolve(flags.repository)];

ensurePackages();
// A flag that only the browser shell has selects it.
const wanted = flags.shell ?? (flags["no-open"] || flags.port !== "0" ? "browser" : undefined);
const { electron, download } = await chooseShell({ wanted, folder: data });
build("renderer");
if (electron) build("desktop");

const state = { child: electron ? startDesktop(electron) : startBrowser() };
// A Ctrl-C of the terminal reaches the child by itself; a signal that was sent to this process alone is passed on.
process.on("SIGINT", () => undefined);
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => state.child.kill(signal));
endWithNpm();
void download?.outcome.then(({ path, failure }) =>
  console.log(path ? "The desktop app is ready: the next start opens it." : summaryOf(failure)),
);

function startDesktop(path) {
  const began = Date.now();
  const child = spawn(path, [join(root, "dist", "desktop", "main.cjs"), `--data=${data}`, ...repository], {
    cwd: root,
    stdio: "inherit",
  });
  endWith(child, (how) => {
    // Missing libraries, no display or a refused sandbox end it at once.
    if (wanted === "desktop" || Date.now() - began > earlyEndMs) return false;
    console.log(`The desktop app could not be started (${how}). Opening the browser shell.`);
    state.child = startBrowser();
    return true;
  });
  return child;
}

function startBrowser() {
  build("browser");
  const child = spawn(
    findNode(),
    [
      ...nodeOptions.execArgv,
      join(root, "dist", "browser", "main.js"),
      `--data=${data}`,
      `--port=${port}`,
      ...(flags["no-open"] ? ["--no-open"] : []),
      ...repository.map((folder) => `--repository=${folder}`),
    ],
    { cwd: root, env: { ...process.env, ...nodeOptions.env }, stdio: "inherit" },
  );
  endWith(child, () => false);
  return child;
}

/** Ends this process with the child, unless `recover` did something about a failure. */
function endWith(child, recover) {
  child.once("error", (error) => {
    if (recover(error.message)) return;
    console.error(`Helve could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => {
    if (code !== 0 && signal !== "SIGTERM" && signal !== "SIGINT" && recover(signal ?? `exit code ${code}`))
      return;
    download?.stop();
    process.exit(code ?? 0);
  });
}
