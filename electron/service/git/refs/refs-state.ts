import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { recordLooseRefs } from "../maintenance.ts";
import { isLinked } from "../originals/linked-repository.ts";

/**
 * A text that changes whenever a branch or tag does: when and as what the files that hold refs were last written, as
 * git itself tells whether packed refs are still the same. Reads names and times only.
 */
export async function refsState(folder: string): Promise<string> {
  const hash = createHash("sha1");
  const linked = isLinked(folder);
  const roots = linked ? ["heads", "tags", "helve", "merge-requests", "keep-around"] : [""];
  const loose = (await Promise.all(roots.map((root) => below(join(folder, "refs", root))))).flat();
  if (!linked) recordLooseRefs(folder, loose.length);
  const others = linked ? ["packed-refs", "reftable/tables.list", "shallow"] : ["packed-refs"];
  for (const path of [...others.map((name) => join(folder, name)), ...loose]) hash.update(stampOf(path));
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
