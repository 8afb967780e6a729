import type { Repository } from "../repository.ts";
import { git } from "../run.ts";
import { ifTooLarge } from "../too-large.ts";
import { type GitTreeEntry, typeOf } from "./tree-object.ts";

/** Changes up to which a listing is derived from another tree's instead of listed again. */
const maxChanges = 500;
const maxChangesBytes = 1024 * 1024;

/**
 * Returns the recursive listing of a tree derived from another tree's, where they differ little; else null. `entries`
 * are folders, files and submodules, each in the order of their paths' bytes; `prefix` is put before each path.
 */
export async function carryOver(
  { folder }: Repository,
  entries: readonly GitTreeEntry[],
  from: string,
  to: string,
  prefix: string,
  signal?: AbortSignal,
): Promise<GitTreeEntry[] | null> {
  const args = ["diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", "--no-abbrev", from, to];
  // Maintenance may have removed the other tree.
  const options = { expect: [0, 128], signal, maxBytes: maxChangesBytes, boundedMemory: true };
  const found = await git(folder, args, options).catch(ifTooLarge(null));
  if (found === null) return null;
  const { stdout, code } = found;
  const parts = stdout.toString().split("\0");
  // Paths that are not UTF-8 are ambiguous and out of order.
  const garbled = parts.some(isGarbled) || entries.some(({ path }) => isGarbled(path));
  if (code !== 0 || parts.length > maxChanges * 2 || garbled) return null;
  const touched = new Set<string>();
  const added: GitTreeEntry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = "", , id = ""] = (parts[at] ?? "").split(" ");
    const path = prefix + parts[at + 1];
    touched.add(path);
    if (mode !== "000000") added.push({ mode, type: typeOf(mode), id, path });
  }
  const types = ["tree", "blob", "commit"] as const;
  return types.flatMap((type) => {
    const unchanged = entries.filter((entry) => entry.type === type && !touched.has(entry.path));
    for (const entry of added)
      if (entry.type === type) unchanged.splice(insertionIndex(unchanged, entry.path), 0, entry);
    return unchanged;
  });
}

const isGarbled = (path: string): boolean => path.includes("\ufffd");

/** Returns the index at which a path belongs among others in byte order. */
function insertionIndex(entries: readonly GitTreeEntry[], path: string): number {
  const bytes = Buffer.from(path);
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Buffer.compare(Buffer.from(entries[middle]?.path ?? ""), bytes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
