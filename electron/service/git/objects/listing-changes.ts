import type { Repository } from "../repository.ts";
import { git } from "../run.ts";
import { type GitTreeEntry, typeOf } from "./tree-object.ts";

/** Changes up to which a listing is carried over to another tree instead of made anew. */
const mostChanges = 500;

/**
 * The recursive listing of a tree out of the one of another tree, where the two differ by little; else null. `entries`
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
  // Upkeep may have taken the other tree away.
  const { stdout, code } = await git(folder, args, { expect: [0, 128], signal });
  const parts = stdout.toString().split("\0");
  // Bytes that are no UTF-8 look alike, and are out of order.
  const garbled = parts.some(isGarbled) || entries.some(({ path }) => isGarbled(path));
  if (code !== 0 || parts.length > mostChanges * 2 || garbled) return null;
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

/** Where a path belongs among others that are in the order of their bytes. */
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
