import { fork } from "node:child_process";
import { join } from "node:path";
import { findNode, root } from "../node.mjs";
import { Progress } from "./progress.mjs";

/** Milliseconds between two lines of progress where a line cannot be redrawn. */
const lineEveryMs = 10_000;

/**
 * Starts Electron's download in a process of its own and prints its progress. `folder` stores refusals; `insist`
 * requests a source again that refused. `outcome` resolves with `{ path }` or `{ failure }`.
 */
export function downloadElectron({ folder, insist, version, out = process.stdout }) {
  const child = fork(
    join(root, "scripts", "electron", "fetch.mjs"),
    [`--notes=${folder}`, ...(insist ? ["--insist"] : [])],
    {
      execPath: findNode(),
      // Proxies that inspect TLS have a certificate of the system's.
      execArgv: ["--use-system-ca"],
      env: { ...process.env, ...proxiesOfNpm(process.env), NODE_USE_ENV_PROXY: "1" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const progress = new Progress();
  const lines = createLines(out);
  let result = {
    failure: { kind: "network", message: "The download was interrupted.", url: null, cache: null },
  };
  child.on("message", (message) => {
    if (message.type === "source") {
      lines.print(`Downloading Electron ${version} from ${message.url}`);
    } else if (message.type === "progress") {
      progress.update(message);
      lines.update(() => `  ${progress}`);
    } else if (message.type === "done") result = { path: message.path };
    else result = { failure: message };
  });
  const outcome = new Promise((resolve) => {
    child.once("error", (error) => {
      result = { failure: { ...result.failure, message: error.message } };
    });
    child.once("close", () => {
      lines.end();
      resolve(result);
    });
  });
  return {
    outcome,
    progress,
    /** Leaves the terminal's last line to another program: progress is then printed as separate lines. */
    share: () => lines.share(),
    stop: () => child.kill(),
  };
}

/** Proxies that `npm config` names, for requests that the environment names none for. */
const proxiesOfNpm = (env) => ({
  ...(env.npm_config_proxy && !env.http_proxy && !env.HTTP_PROXY ? { HTTP_PROXY: env.npm_config_proxy } : {}),
  ...(env.npm_config_https_proxy && !env.https_proxy && !env.HTTPS_PROXY
    ? { HTTPS_PROXY: env.npm_config_https_proxy }
    : {}),
});

/** Redraws one line on a terminal; elsewhere prints one now and then. */
function createLines(out) {
  let redraws = Boolean(out.isTTY);
  let drawn = false;
  let last = Date.now();
  const end = () => {
    if (drawn) out.write("\n");
    drawn = false;
  };
  return {
    end,
    print(text) {
      end();
      out.write(`${text}\n`);
    },
    update(text) {
      const now = Date.now();
      if (now - last < (redraws ? 200 : lineEveryMs)) return;
      last = now;
      if (redraws) out.write(`\r\x1b[K${text()}`);
      else out.write(`${text()}\n`);
      drawn = redraws;
    },
    share() {
      end();
      redraws = false;
    },
  };
}
