import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/** Milliseconds that processes of git have to end by themselves: those of a killed service read the end of their input. */
const graceMs = 5_000;
const pollMs = 20;

interface GitProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Waits until the processes of git that a killed service had started in a folder have ended, and ends them after
 * {@link graceMs}. Windows does not show the commands of processes; there is nothing to wait for then.
 */
export async function endOutlivedGit(folder: string): Promise<void> {
  const deadline = Date.now() + graceMs;
  const outlived = (await listProcesses()).filter(({ command }) => command.includes(`--git-dir ${folder} `));
  for (const { pid } of outlived) {
    while (signal(pid, 0) && Date.now() < deadline) await delay(pollMs);
    signal(pid, "SIGKILL");
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Returns all processes but those that this one has started. */
async function listProcesses(): Promise<readonly GitProcess[]> {
  if (process.platform === "win32") return [];
  return process.platform === "linux" ? readProc() : readPs();
}

async function readProc(): Promise<readonly GitProcess[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const read = ids.map(async (id): Promise<readonly GitProcess[]> => {
    const command = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    if (!command.includes("--git-dir\0")) return [];
    // After the name, which may contain anything: state and parent (proc_pid_stat(5)).
    const stat = await readFile(`/proc/${id}/stat`, "latin1").catch(() => "");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || Number(parent) === process.pid) return [];
    return [{ pid: Number(id), command: command.replaceAll("\0", " ") }];
  });
  return (await Promise.all(read)).flat();
}

async function readPs(): Promise<readonly GitProcess[]> {
  const listed = await promisify(execFile)("/bin/ps", ["-axww", "-o", "pid=,ppid=,args="], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => null);
  return (listed?.stdout ?? "").split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && Number(parent) !== process.pid ? [{ pid: Number(pid), command }] : [];
  });
}
