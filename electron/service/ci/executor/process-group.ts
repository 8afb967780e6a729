import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds that processes have to end by themselves before they are killed. */
const graceMs = 2_000;

/** Starts a program at the head of a process group of its own. */
export const spawnGroup = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): ChildProcess =>
  spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    // A group of its own, so that everything a job started ends with it.
    detached: process.platform !== "win32",
    // The fourth is open for as long as this process lives: see the first line of a script.
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    windowsHide: true,
  });

/**
 * Ends a process group: politely first, then by force. What left the group is found by the marker in its environment,
 * where the system shows that (Linux).
 */
export async function endGroup(child: ChildProcess, marker: string): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
    return;
  }
  if (signalGroup(pid, "SIGTERM")) {
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline && signalGroup(pid, 0)) await delay(50);
    signalGroup(pid, "SIGKILL");
  }
  for (const left of processesOf(marker)) kill(left, "SIGKILL");
}

const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => kill(-pid, signal);

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Returns the ids of all processes that carry a job's marker, on systems that show it. */
export function processesOf(marker: string): number[] {
  if (process.platform !== "linux") return [];
  const wanted = `HELVE_JOB=${marker}`;
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const environment = readFileSync(`/proc/${entry}/environ`, "latin1").split("\0");
      return environment.includes(wanted) ? [Number(entry)] : [];
    } catch {
      // It ended meanwhile, or belongs to somebody else.
      return [];
    }
  });
}
