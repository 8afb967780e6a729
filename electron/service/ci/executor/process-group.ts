import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    // The fourth is open as long as this process runs: see the first line of a script.
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    windowsHide: true,
  });

/**
 * Ends a process group: SIGTERM, then SIGKILL. Processes that left it are found by the marker in their environment or
 * by the job's folder that they are in, on Linux.
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
    while (Date.now() < deadline && runsGroup(pid)) await delay(50);
    signalGroup(pid, "SIGKILL");
  }
  endProcessesOf(marker);
}

const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => kill(-pid, signal);

/**
 * Returns whether a process of a group still runs. An ended one stays in it until its parent waits for it, which the first
 * process of a container may never do.
 */
export function runsGroup(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== "linux") return true;
  return processIds().some((id) => {
    // After the name, which may contain anything: state, parent, group.
    const [state, , inGroup] = readProcess(id, "stat")
      .replace(/^.*\) /s, "")
      .split(" ");
    return inGroup === String(group) && state !== "Z" && state !== "X";
  });
}

const processIds = (): string[] => readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));

/** Returns a file of a process, empty where it ended meanwhile or belongs to somebody else. */
function readProcess(id: string, file: "environ" | "stat"): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, "latin1");
  } catch {
    return "";
  }
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Returns the prefix of the path of a job's folder. */
export const folderPrefix = (marker: string): string => join(tmpdir(), `helve-job-${marker}-`);

/** Kills all processes that carry a job's marker or are in its folder. */
export function endProcessesOf(marker: string): void {
  const inFolder = processesIn(folderPrefix(marker));
  for (const left of new Set([...processesWith("HELVE_JOB", marker), ...inFolder])) kill(left, "SIGKILL");
}

/** Returns the ids of all processes whose working directory begins with a prefix, on systems that show it. */
function processesIn(prefix: string): number[] {
  if (process.platform !== "linux") return [];
  return processIds()
    .filter((id) => workingDirectory(id).startsWith(prefix))
    .map(Number);
}

/** Returns the working directory of a process, empty where it ended meanwhile or belongs to somebody else. */
function workingDirectory(id: string): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    return "";
  }
}

/** Returns the ids of all processes with a variable in their environment, on systems that show it. */
export function processesWith(name: string, value: string): number[] {
  if (process.platform !== "linux") return [];
  const wanted = `${name}=${value}`;
  return processIds()
    .filter((id) => readProcess(id, "environ").split("\0").includes(wanted))
    .map(Number);
}
