import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import picomatch from "picomatch";
import type { JobDefinition } from "../../../../shared/ci/config/job-definition.ts";

/** Patterns of the paths that are artifacts, and of those that are not. */
export type ArtifactPatterns = Pick<NonNullable<JobDefinition["artifacts"]>, "paths" | "exclude">;

/** Files in an archive. */
const maxFiles = 100_000;

/**
 * Returns the regular files of a checkout that patterns name, as paths from it; a folder includes all below it. With
 * `tracked`, the files of the commit, all others are among them too. Links are never followed, so nothing outside of
 * the checkout is among them.
 */
export async function findArtifacts(
  folder: string,
  { paths, exclude }: ArtifactPatterns,
  tracked: ReadonlySet<string> | null = null,
): Promise<string[]> {
  const options = { dot: true, nonegate: true };
  const patterns = paths.flatMap((path) => {
    const plain = path.replace(/^\.\/|\/+$/g, "");
    return plain.startsWith("/") || plain.split("/").includes("..") ? [] : [plain, `${plain}/**`];
  });
  // The job may have removed its checkout.
  if ((patterns.length === 0 && tracked === null) || !existsSync(folder)) return [];
  const isNamed = patterns.length > 0 ? picomatch(patterns, options) : () => false;
  const isWanted = (path: string) => isNamed(path) || (tracked !== null && !tracked.has(path));
  const isExcluded = exclude.length > 0 ? picomatch([...exclude], options) : () => false;
  const found: string[] = [];
  const pending = [""];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of await readdir(join(folder, next), { withFileTypes: true })) {
      const path = next === "" ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory() && path !== ".git") pending.push(path);
      if (entry.isFile() && isWanted(path) && !isExcluded(path)) found.push(path);
      if (found.length > maxFiles) throw new Error(`artifacts: more than ${maxFiles} files match`);
    }
  }
  return found.toSorted();
}
