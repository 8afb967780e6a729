import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { cancelableRead } from "../../../api/fetch-operation.ts";
import { mapLinesInWorker } from "../../../workers/diff/diff-engine.ts";
import { rawFileUrl } from "../versions/read-text.ts";

/** The commits whose difference is shown. */
export interface ShownCommits {
  readonly base: string;
  readonly head: string;
}

/** A thread on a line, and where the line is now. */
export interface PlacedThread {
  readonly thread: Discussion;
  readonly at: LineRef;
  /** Whether its line has changed since; it is shown below the last line of its file. */
  readonly outdated: boolean;
}

/** A thread whose line must be found from another version. */
interface MovedThread {
  readonly thread: Discussion;
  readonly file: number;
  readonly path: string;
  readonly side: "old" | "new";
  readonly line: number;
  /** Commit whose text the line was counted in. */
  readonly sha: string;
}

/** A moved thread's line in the shown version; null where its line has changed since. */
interface CarriedThread {
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

/** Returns threads from top to bottom of the changes; `order` has the files' indices from top to bottom. */
export function inReadingOrder(
  placed: readonly PlacedThread[],
  order: readonly number[],
): readonly PlacedThread[] {
  const positions: number[] = [];
  for (const [position, index] of order.entries()) positions[index] = position;
  const positionOf = ({ at }: PlacedThread) => positions[at.file] ?? 0;
  return placed.toSorted(
    (a, b) =>
      positionOf(a) - positionOf(b) || Number(a.outdated) - Number(b.outdated) || a.at.line - b.at.line,
  );
}

/** Returns a text for the lines of a thread: "line 12", "lines 10–12". */
export function describeThreadLines(thread: Discussion): string {
  const position = thread.notes[0]?.position;
  if (!position) return "";
  const end = position.new_line ?? position.old_line;
  const start = position.line_range?.start;
  const first = start?.new_line ?? start?.old_line ?? end;
  if (!end) return "the file";
  return first && first !== end ? `lines ${first}–${end}` : `line ${end}`;
}

const none: readonly CarriedThread[] = [];

/** Returns the threads with their lines in the shown version; lines of other versions are mapped to it. */
export function usePlacedThreads(
  project: string,
  threads: readonly Discussion[],
  files: readonly DiffFile[],
  shown: ShownCommits,
  isStreaming: boolean,
): readonly PlacedThread[] {
  const account = useAccountId();
  const { placed, moved } = useMemo(() => placeThreads(threads, files, shown), [threads, files, shown]);
  const names = moved.map(({ thread, sha, line }) => `${thread.id} ${sha} ${line}`);
  const carried = useQuery({
    queryKey: [account, "carried-threads", project, shown.base, shown.head, names],
    queryFn: ({ signal }) => carry(account, project, moved, files, shown, signal),
    // All at once, so that the page moves only once.
    enabled: moved.length > 0 && !isStreaming,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = carried.data ?? none;
  return useMemo(() => [...placed, ...placeCarried(moved, found)], [placed, moved, found]);
}

/** Returns what stays true in any order of the files: it is cached for as long as the commits are shown. */
async function carry(
  account: string,
  project: string,
  moved: readonly MovedThread[],
  files: readonly DiffFile[],
  shown: ShownCommits,
  signal: AbortSignal,
): Promise<CarriedThread[]> {
  return Promise.all(
    moved.map(async ({ thread, file, path, side, line, sha }): Promise<CarriedThread> => {
      const shownFile = files[file];
      const nowPath = (side === "new" ? shownFile?.new_path : shownFile?.old_path) ?? path;
      const before = rawFileUrl(account, project, sha, path);
      const after = rawFileUrl(account, project, side === "new" ? shown.head : shown.base, nowPath);
      const [now = null] = await mapLinesInWorker(before, after, [line], cancelableRead(signal));
      return { id: thread.id, side, line: now };
    }),
  );
}
