import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { noteLooseRefs } from "./upkeep.ts";

/**
 * A text that changes whenever a branch or tag does: when and as what the files that hold refs were last written, as
 * git itself tells whether packed refs are still the same. Reads names and times only.
 */
export async function refsState(folder: string): Promise<string> {
  const hash = createHash("sha1");
  const loose = await below(join(folder, "refs"));
  noteLooseRefs(folder, loose.length);
  for (const path of [join(folder, "packed-refs"), ...loose]) hash.update(stampOf(path));
  return hash.digest("hex");
}

/** Paths of the loose refs below a folder; those of notes, pulls and so on count too. */
async function below(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? below(path) : [path];
    }),
  );
  return found.flat();
}

/** When and as what a file was last written. Waits for the disk: it is in memory, and asking for it takes longer. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${path}\0${found.mtimeNs}\0${found.ino}\0${found.size}\0` : `${path}\0`;
}
