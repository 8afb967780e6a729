import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import { ifTooLarge } from "../too-large.ts";

/** Files that a commit touched, against its first parent; a renamed file is removed and added. */
export interface ChangedFiles {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
}

/** Files of each kind that are returned for a commit. */
const maxFiles = 200;

/** Returns the files that commits touched, by their ids; none where there are too many to read. */
export async function changedFiles(
  { folder }: Repository,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChangedFiles>> {
  if (ids.length === 0) return new Map();
  const args = [
    ...["log", "--no-walk=unsorted", "--root", "--diff-merges=first-parent", "--name-status"],
    ...["--no-renames", "-z", "--format=tformat:%x02%H", "--stdin"],
  ];
  const options = { input: `${ids.join("\n")}\n`, boundedMemory: true };
  const text = await gitText(folder, args, options).catch(ifTooLarge(""));
  return new Map(text.split("\x02").slice(1).map(parseRecord));
}

/** Reads a commit's id, then its files: a letter and a path each, all of them ended by NUL. */
function parseRecord(record: string): [string, ChangedFiles] {
  const [id = "", ...parts] = record.split("\0");
  const files: Record<keyof ChangedFiles, string[]> = { added: [], modified: [], removed: [] };
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [status, path] = [parts[at]?.trim(), parts[at + 1] ?? ""];
    const kind = status === "A" ? "added" : status === "D" ? "removed" : "modified";
    if (path && files[kind].length < maxFiles) files[kind].push(path);
  }
  return [id.trim(), files];
}
