import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";

/** The commits whose difference is shown. */
export interface ShownCommits {
  readonly base: string;
  readonly head: string;
}

/** A thread on a line, and where the line is now. */
export interface PlacedThread {
  readonly thread: Discussion;
  readonly at: LineRef;
  /** Whether its line has changed since; it is shown at the head of the file. */
  readonly outdated: boolean;
}

/** A thread whose line must be found from another version. */
export interface MovedThread {
  readonly thread: Discussion;
  readonly file: number;
  readonly path: string;
  readonly side: "old" | "new";
  readonly line: number;
  /** Commit whose text the line was counted in. */
  readonly sha: string;
}

/** A moved thread's line in the shown version; null where its line has changed since. */
export interface CarriedThread {
  /** Id of the thread. */
  readonly id: string;
  readonly side: "old" | "new";
  readonly line: number | null;
}

/** Returns the threads of the shown version with their lines, and those whose lines must be found in another version. */
export function placeThreads(
  threads: readonly Discussion[],
  files: readonly { readonly old_path: string; readonly new_path: string }[],
  shown: ShownCommits,
): { readonly placed: readonly PlacedThread[]; readonly moved: readonly MovedThread[] } {
  const byPath = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    byPath.set(file.old_path, index);
    byPath.set(file.new_path, index);
  }
  const placed: PlacedThread[] = [];
  const moved: MovedThread[] = [];
  for (const thread of threads) {
    const position = thread.notes[0]?.position;
    const path = position?.new_path ?? position?.old_path;
    const file = path ? byPath.get(path) : undefined;
    if (!position || !path || file === undefined) continue;
    const side = position.new_line ? "new" : "old";
    const line = position.new_line ?? position.old_line;
    if (!line) {
      placed.push({ thread, at: { file, side: "new", line: 0 }, outdated: false });
      continue;
    }
    const sha = side === "new" ? position.head_sha : position.base_sha;
    if (sha === (side === "new" ? shown.head : shown.base))
      placed.push({ thread, at: { file, side, line }, outdated: false });
    else
      moved.push({
        thread,
        file,
        path: (side === "new" ? position.new_path : position.old_path) ?? path,
        side,
        line,
        sha,
      });
  }
  return { placed, moved };
}

/** Returns moved threads at their lines, in the files as they are ordered now. */
export function placeCarried(
  moved: readonly MovedThread[],
  carried: readonly CarriedThread[],
): readonly PlacedThread[] {
  const found = new Map(carried.map((each) => [each.id, each]));
  return moved.flatMap(({ thread, file }): PlacedThread[] => {
    const now = found.get(thread.id);
    if (!now) return [];
    return now.line
      ? [{ thread, at: { file, side: now.side, line: now.line }, outdated: false }]
      : [{ thread, at: { file, side: "new", line: 0 }, outdated: true }];
  });
}

/** Returns a text for the lines of a thread: "line 12", "lines 10–12". */
export function describeLines(thread: Discussion): string {
  const position = thread.notes[0]?.position;
  if (!position) return "";
  const end = position.new_line ?? position.old_line;
  const start = position.line_range?.start;
  const first = start?.new_line ?? start?.old_line ?? end;
  if (!end) return "the file";
  return first && first !== end ? `lines ${first}–${end}` : `line ${end}`;
}
