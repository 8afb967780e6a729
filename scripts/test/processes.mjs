import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { delimiter, join } from "node:path";
import { findNode, root } from "../node.mjs";

const running = new Set();

/** Ends the children with this process. */
export function endWithChildren(cleanUp) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      for (const child of running) child.kill("SIGTERM");
      cleanUp();
      process.exit(128 + constants.signals[signal]);
    });
}

/**
 * Runs a JavaScript program and returns its exit code and what it printed; `inherit` lets it print here. The system runs
 * a `low` one where nothing else needs its processors.
 */
export async function runNode(args, { env = {}, low = false, inherit = false, onMessage } = {}) {
  const child = spawn(findNode(), args, {
    cwd: root,
    env: {
      ...process.env,
      // The packages' own programs.
      PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
      ...env,
    },
    stdio: [
      ...(inherit ? ["inherit", "inherit", "inherit"] : ["ignore", "pipe", "pipe"]),
      ...(onMessage ? ["ipc"] : []),
    ],
  });
  running.add(child);
  if (low) lowerPriority(child.pid);
  if (onMessage) child.on("message", onMessage);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => printed.push(chunk));
  const code = await new Promise((done) => {
    child.once("error", () => done(1));
    child.once("close", (code) => done(code ?? 1));
  });
  running.delete(child);
  return { code, output: Buffer.concat(printed).toString() };
}

/** It has no threads or children yet; later ones inherit the priority. */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or may not.
  }
}
