import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** What the processes of a group have done so far. */
export interface GroupActivity {
  /** CPU time, in a unit of the system's. */
  readonly cpu: number;
  /** Whether one of them waits for a disk. */
  readonly awaitsDisk: boolean;
}

type Activities = ReadonlyMap<number, GroupActivity>;

/**
 * Returns the activity of process groups by the id of each; null on systems that do not show it. A process that computes
 * or reads is told from one that waits for something that never comes.
 */
export async function groupActivities(groups: ReadonlySet<number>): Promise<Activities | null> {
  if (process.platform === "win32") return null;
  return process.platform === "linux" ? readProc(groups) : await readPs(groups);
}

function readProc(groups: ReadonlySet<number>): Activities {
  const found = new Map<number, GroupActivity>();
  for (const id of readdirSync("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    // After the name, which may contain anything: the fields of proc_pid_stat(5) from the third on.
    const fields = readStat(id)
      .replace(/^.*\) /s, "")
      .split(" ");
    const group = Number(fields[2]);
    // Own time in user and system mode, and that of children that have ended.
    const cpu = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    if (groups.has(group)) add(found, group, { cpu, awaitsDisk: fields[0] === "D" });
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

function readPs(groups: ReadonlySet<number>): Promise<Activities | null> {
  return new Promise((resolve) => {
    execFile("/bin/ps", ["-A", "-o", "pgid=,state=,time="], (error, output) =>
      resolve(error ? null : parsePs(output, groups)),
    );
  });
}

/** Parses lines of a group's id, a state whose first letter is U where it waits for a disk, and `[[h:]m:]s.cc`. */
export function parsePs(output: string, groups: ReadonlySet<number>): Activities {
  const found = new Map<number, GroupActivity>();
  for (const line of output.split("\n")) {
    const [group = "", state = "", time = ""] = line.trim().split(/\s+/);
    const cpu = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
    if (groups.has(Number(group))) add(found, Number(group), { cpu, awaitsDisk: /^[UD]/.test(state) });
  }
  return found;
}

function add(all: Map<number, GroupActivity>, group: number, { cpu, awaitsDisk }: GroupActivity): void {
  const known = all.get(group);
  all.set(group, { cpu: cpu + (known?.cpu ?? 0), awaitsDisk: awaitsDisk || (known?.awaitsDisk ?? false) });
}
