import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay, setImmediate as yieldToEventLoop } from "node:timers/promises";

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
    // File descriptor 3 is open as long as this process runs: see the first line of a script.
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
    const deadline = performance.now() + graceMs;
    while (performance.now() < deadline && runsGroup(pid)) await delay(50);
    signalGroup(pid, "SIGKILL");
  }
  await endProcessesOf(marker);
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
    const { group: inGroup, hasMemory } = readStatus(id);
    return inGroup === String(group) && hasMemory;
  });
}

/** Returns the group of a process, and whether it has memory: one that has ended has none, nor has a thread of the kernel. */
function readStatus(id: string): { group: string | undefined; hasMemory: boolean } {
  // After the name, which may contain anything. The fields are those of proc_pid_stat(5), from the third on.
  const fields = readProcess(id, "stat")
    .replace(/^.*\) /s, "")
    .split(" ");
  return { group: fields[2], hasMemory: (fields[20] ?? "0") !== "0" };
}

/** Returns the ids of all processes, newest first; none on systems that do not show them. */
function processIds(): string[] {
  if (process.platform !== "linux") return [];
  const ids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  // The last assigned id; larger ids are older, since ids restart after the maximum.
  const last = Number(readFileSync("/proc/loadavg", "latin1").split(" ").at(-1));
  const isOld = (id: string) => Number(id) > last;
  return [...ids.filter(isOld), ...ids.filter((id) => !isOld(id))].toReversed();
}

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
export const folderPrefix = (marker: string): string => join(tmpdir(), `helve-job-${marker}`);

/** Milliseconds for which processes are searched that start others meanwhile. */
const searchMs = 10_000;
/** Searches in a row that have to find none: at first, and once one was found, since it may have started others. */
const firstSearches = 2;
const furtherSearches = 10;
/** Processes that are checked before yielding to the event loop: about a millisecond. */
const processesAtOnce = 16;
/**
 * Milliseconds above which an empty result is not reliable: a process may have started another one during the search.
 */
const slowSearchMs = 100;

/** Kills all processes whose marker has a prefix, or that are in a folder of such a job, on Linux. */
export async function endProcessesOf(marker: string): Promise<void> {
  const deadline = performance.now() + searchMs;
  // Each search skips processes that an earlier one found to be unrelated, so that only the first one takes long.
  let others: ReadonlySet<string> = new Set();
  for (let searches = firstSearches; searches > 0 && performance.now() < deadline; ) {
    const start = performance.now();
    const search = await killUnknownProcesses(marker, others);
    others = search.others;
    if (search.killed > 0) searches = furtherSearches;
    else if (performance.now() - start < slowSearchMs) searches -= 1;
    // One that replaces its program at this moment shows nothing of itself.
    await delay(20);
  }
}

/** Kills a job's processes among those not known to be unrelated. Returns their number, and the unrelated ones. */
async function killUnknownProcesses(
  marker: string,
  known: ReadonlySet<string>,
): Promise<{ killed: number; others: Set<string> }> {
  const others = new Set<string>();
  let killed = 0;
  // The newest first, and each as soon as it is found: it may start another one and end at any moment.
  for (const [index, id] of processIds().entries()) {
    if (index % processesAtOnce === processesAtOnce - 1) await yieldToEventLoop();
    if (known.has(id)) others.add(id);
    else if (isOfJob(id, marker)) killed += kill(Number(id), "SIGKILL") ? 1 : 0;
    else if (readProcess(id, "environ") !== "" || !readStatus(id).hasMemory) others.add(id);
  }
  return { killed, others };
}

/**
 * Yields the ids of the processes of a job, on Linux. It yields to the event loop meanwhile: looking at hundreds of
 * processes at once would block the service for tens of milliseconds.
 */
export async function* processesOf(marker: string): AsyncGenerator<string> {
  for (const [index, id] of processIds().entries()) {
    if (index % processesAtOnce === processesAtOnce - 1) await yieldToEventLoop();
    if (isOfJob(id, marker)) yield id;
  }
}

const isOfJob = (id: string, marker: string): boolean =>
  hasVariable(id, "HELVE_JOB", marker) || workingDirectory(id).startsWith(folderPrefix(marker));

/** Returns the ids of all processes that have a variable whose value begins so, on systems that show it. */
export const processesWith = (name: string, beginning: string): number[] =>
  processIds()
    .filter((id) => hasVariable(id, name, beginning))
    .map(Number);

const hasVariable = (id: string, name: string, beginning: string): boolean =>
  `\0${readProcess(id, "environ")}`.includes(`\0${name}=${beginning}`);

/** Returns the working directory of a process, empty where it ended meanwhile or belongs to somebody else. */
function workingDirectory(id: string): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    return "";
  }
}
