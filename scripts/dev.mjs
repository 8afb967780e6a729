import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { watch } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { readFlags, readPort } from "./flags.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { nodeOptions } from "./node-options.mjs";
import { endWithNpm } from "./npm-end.mjs";

const usage = `npm run dev -- [flags]

Opens the browser shell with the page from a development server: a change of the page is shown at once, one of
\`electron\` or \`shared\` restarts the host and the local service.

  --no-open   print the link and open nothing
  --port N    port of the shell, 0 for any (default 0)
  --data DIR  folder for all that Helve keeps (default .helve)`;

/** Milliseconds without a further change before the host is restarted. */
const settleMs = 300;

const flags = readFlags(
  {
    "no-open": { type: "boolean", default: false },
    port: { type: "string", default: "0" },
    data: { type: "string", default: join(root, ".helve") },
  },
  usage,
);
const port = readPort(flags.port, usage);
ensurePackages();

const { createServer: createPageServer } = await import("vite");
const nonce = randomBytes(16).toString("base64url");
// This port serves sources alone, and the socket for hot reload. The page is served by the shell, which checks
// requests.
const server = createServer();
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const { port: pagePort } = server.address();
const pages = await createPageServer({
  configFile: join(root, "vite.config.ts"),
  html: { cspNonce: nonce },
  server: {
    middlewareMode: true,
    fs: { allow: [root] },
    hmr: { server, host: "127.0.0.1", clientPort: pagePort },
  },
});
server.on("request", pages.middlewares);
const origin = `http://127.0.0.1:${pagePort}`;

const state = { child: startShell(), ending: false, timer: undefined };
const watchers = ["electron", "shared"].map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (!/\.(ts|json)$/.test(name ?? "") || /\.test\.ts$/.test(name)) return;
    clearTimeout(state.timer);
    state.timer = setTimeout(restart, settleMs);
  }),
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end());
endWithNpm();

function startShell() {
  const child = spawn(
    findNode(),
    [
      ...nodeOptions.execArgv,
      join(root, "electron", "browser", "main.ts"),
      `--data=${resolve(flags.data)}`,
      `--port=${port}`,
      `--dev-server=${origin}`,
      `--dev-nonce=${nonce}`,
      ...(flags["no-open"] ? ["--no-open"] : []),
    ],
    { cwd: root, env: { ...process.env, ...nodeOptions.env }, stdio: "inherit" },
  );
  child.ended = new Promise((done) => child.once("exit", done));
  // The window was closed, or the shell could not start.
  void child.ended.then((code) => child === state.child && void end(code ?? 0));
  return child;
}

/** Ends the shell and starts it again with the changed code. Its links and its session are new. */
async function restart() {
  const { child } = state;
  if (state.ending) return;
  console.log("The host's code changed: starting it again.");
  state.child = null;
  child?.kill("SIGTERM");
  await child?.ended;
  if (!state.ending) state.child = startShell();
}

async function end(code = 0) {
  if (state.ending) return;
  state.ending = true;
  clearTimeout(state.timer);
  for (const watcher of watchers) watcher.close();
  state.child?.kill("SIGTERM");
  server.close();
  server.closeAllConnections();
  await Promise.all([state.child?.ended, pages.close()]);
  process.exit(code);
}
