import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Variable in the environment of every git that a service starts: id and start of the service's process. */
const variable = "HELVE_GIT_OF";
/** Milliseconds that a process has to remove its lock files. */
const graceMs = 500;

/** Returns the environment by which processes of git are found that this service leaves behind when it is killed. */
export const serviceMark = (): Readonly<Record<string, string>> => ({
  [variable]: `${process.pid}.${startOf(String(process.pid))}`,
});

/**
 * Ends the processes of git that services which were killed have left behind; most ended with their input. On Linux
 * alone, since other systems do not show the environment of a process.
 */
export async function endOrphans(): Promise<void> {
  const orphans = await findOrphans();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const left = orphans.filter(({ id, start }) => startOf(id) === start);
    if (left.length === 0) return;
    for (const { id } of left) send(Number(id), signal);
    const until = performance.now() + graceMs;
    while (performance.now() < until && left.some(({ id, start }) => startOf(id) === start)) await delay(20);
  }
}

async function findOrphans(): Promise<{ readonly id: string; readonly start: string }[]> {
  if (process.platform !== "linux") return [];
  const found = [];
  for (const id of await readdir("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    const environment = await readFile(`/proc/${id}/environ`, "latin1").catch(() => "");
    const [, service = "", start = ""] =
      new RegExp(`\\0${variable}=(\\d+)\\.(\\d+)\\0`).exec(`\0${environment}`) ?? [];
    if (service !== "" && startOf(service) !== start) found.push({ id, start: startOf(id) });
  }
  return found;
}

/** Returns when a process started, in the system's unit: ids are used again. "0" where it has ended or is not shown. */
function startOf(id: string): string {
  try {
    // After the name, which may contain anything: the fields of proc_pid_stat(5) from the third on.
    const fields = readFileSync(`/proc/${id}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? "0" : (fields[19] ?? "0");
  } catch {
    return "0";
  }
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}
