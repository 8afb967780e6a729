import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A running process. */
interface RunningProcess {
  readonly parent: number;
  /** CPU time of its own and of children that have ended, in a unit of the system's. */
  readonly cpu: number;
  /** Whether it has a processor, or waits for one or for a disk. */
  readonly isBusy: boolean;
}

/** Processes by their ids. */
export type Processes = ReadonlyMap<number, RunningProcess>;

/** Returns all processes; null on systems that do not show them. */
export async function listProcesses(): Promise<Processes | null> {
  if (process.platform === "win32") return null;
  return process.platform === "linux" ? readProc() : await readPs();
}

/** Returns the ids of a process and of all that it has started, as far as their parents are known. */
export function treeOf(processes: Processes, root: number): number[] {
  const tree = [root];
  for (const id of tree) {
    for (const [other, { parent }] of processes) if (parent === id) tree.push(other);
  }
  return tree;
}

function readProc(): Processes {
  const found = new Map<number, RunningProcess>();
  for (const id of readdirSync("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    // After the name, which may contain anything: the fields of proc_pid_stat(5) from the third on.
    const fields = readStat(id)
      .replace(/^.*\) /s, "")
      .split(" ");
    const cpu = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    if (fields.length > 15)
      found.set(Number(id), { parent: Number(fields[1]), cpu, isBusy: /^[DR]/.test(fields[0] ?? "") });
  }
  return found;
}

function readStat(id: string): string {
  try {
    return readFileSync(`/proc/${id}/stat`, "latin1");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

function readPs(): Promise<Processes | null> {
  return new Promise((resolve) => {
    execFile("/bin/ps", ["-A", "-o", "pid=,ppid=,state=,time="], (error, output) =>
      resolve(error ? null : parsePs(output)),
    );
  });
}

/** Parses lines of two ids, a state whose first letter is U where it waits for a disk and R where it has or waits for a processor, and `[[h:]m:]s.cc`. */
export function parsePs(output: string): Processes {
  const found = new Map<number, RunningProcess>();
  for (const line of output.split("\n")) {
    const [id = "", parent = "", state = "", time = ""] = line.trim().split(/\s+/);
    const cpu = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
    if (id !== "") found.set(Number(id), { parent: Number(parent), cpu, isBusy: /^[UDR]/.test(state) });
  }
  return found;
}
