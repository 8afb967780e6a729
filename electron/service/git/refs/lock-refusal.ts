import { basename, dirname } from "node:path";
import { GitRefusal } from "../git-refusal.ts";
import { foreignFolder } from "../originals/foreign.ts";

/** Returns the refusal of a write that a lock file prevents: it names the file, where it really is, and its age. */
export async function lockedBy(file: string): Promise<GitRefusal> {
  const found = await foreignFolder(dirname(file))
    .stat(basename(file))
    .catch(() => null);
  const age = found ? Math.max(0, Math.round((Date.now() - Number(found.mtimeMs)) / 1000)) : 0;
  return new GitRefusal(
    "locked",
    `Another git process has locked the repository (${file}, ${formatAge(age)} old). If none is running, delete that file and try again.`,
    { file, age: String(age) },
  );
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
