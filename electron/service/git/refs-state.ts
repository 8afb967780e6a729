import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * A text that changes whenever a branch or tag does: when and as what the files that hold refs were last written, as
 * git itself tells whether packed refs are still the same. Reads names and times only.
 */
export async function refsState(folder: string): Promise<string> {
  const hash = createHash("sha1");
  const stamps = [stampOf(join(folder, "packed-refs")), ...(await below(join(folder, "refs")))];
  for (const stamp of await Promise.all(stamps)) hash.update(stamp);
  return hash.digest("hex");
}

/** Stamps of the loose refs below a folder; those of notes, pulls and so on count too. */
async function below(folder: string): Promise<Promise<string>[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? below(path) : [stampOf(path)];
    }),
  );
  return found.flat();
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found ? `${path}\0${found.mtimeNs}\0${found.ino}\0${found.size}\0` : `${path}\0`;
}
