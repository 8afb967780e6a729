import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/** What happened to one path between two trees. */
export interface RawChange {
  /** A added, C copied, D deleted, M modified, R renamed, T another type. */
  readonly status: string;
  /** Six digits, or `0` where there was no file. */
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldPath: string;
  readonly newPath: string;
}

/** Paths that differ between two commits or trees, in the order in which git writes their patches. */
export async function readChanges(
  { folder }: Repository,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<RawChange[]> {
  const parts = (await gitText(folder, ["diff-tree", "-r", "-M", "--raw", "-z", from, to], { signal })).split(
    "\0",
  );
  const changes: RawChange[] = [];
  for (let at = 0; at < parts.length; ) {
    const match = /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/.exec(parts[at] ?? "");
    if (!match) {
      at++;
      continue;
    }
    const [, oldMode = "", newMode = "", status = ""] = match;
    const oldPath = parts[at + 1] ?? "";
    const two = status === "R" || status === "C";
    const newPath = two ? (parts[at + 2] ?? "") : oldPath;
    changes.push({ status, oldMode: toMode(oldMode), newMode: toMode(newMode), oldPath, newPath });
    at += two ? 3 : 2;
  }
  return changes;
}

const toMode = (mode: string): string => (mode === "000000" ? "0" : mode);
