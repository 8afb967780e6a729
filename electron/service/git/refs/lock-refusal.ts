import { readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { GitRefusal } from "../git-refusal.ts";

/** Returns the refusal of a write that a lock file prevents: it names the file, where it really is, and its age. */
export function lockedBy(lock: string): GitRefusal {
  const file = `${followLinks(lock.replace(/\.lock$/, ""))}.lock`;
  const found = statSync(file, { throwIfNoEntry: false });
  const age = found ? Math.max(0, Math.round((Date.now() - found.mtimeMs) / 1000)) : 0;
  return new GitRefusal(
    "locked",
    `Another git process has locked the repository (${file}, ${formatAge(age)} old). If none is running, delete that file and try again.`,
    { file, age: String(age) },
  );
}

/** Returns the path that links lead to: git locks a file there. The file need not exist, nor its folder. */
function followLinks(path: string): string {
  const folder = attempt(() => realpathSync(dirname(path))) ?? dirname(path);
  const target = attempt(() => readlinkSync(path));
  return target === null ? join(folder, basename(path)) : followLinks(resolve(folder, target));
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function formatAge(seconds: number): string {
  const [size, unit] =
    seconds < 120
      ? [1, "second"]
      : seconds < 7_200
        ? [60, "minute"]
        : seconds < 172_800
          ? [3_600, "hour"]
          : [86_400, "day"];
  const count = Math.round(seconds / Number(size));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
