import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { mapLinesInWorker } from "../../../workers/diff/diff-engine.ts";
import { plainText, readText } from "../versions/read-text.ts";
import { type MovedThread, type PlacedThread, placeThreads, type ShownCommits } from "./place-threads.ts";

const none: readonly PlacedThread[] = [];

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
  const found = carried.data;
  return useMemo(() => {
    // The latest threads have comments that the mapped ones do not have.
    const latest = new Map(threads.map((thread) => [thread.id, thread]));
    const mapped = (found ?? none).map((each) => ({
      ...each,
      thread: latest.get(each.thread.id) ?? each.thread,
    }));
    return [...placed, ...mapped];
  }, [placed, found, threads]);
}

async function carry(
  account: string,
  project: string,
  moved: readonly MovedThread[],
  files: readonly DiffFile[],
  shown: ShownCommits,
  signal: AbortSignal,
): Promise<PlacedThread[]> {
  return Promise.all(
    moved.map(async ({ thread, file, path, side, line, sha }): Promise<PlacedThread> => {
      const now = files[file];
      const nowPath = (side === "new" ? now?.new_path : now?.old_path) ?? path;
      const [before, after] = await Promise.all([
        readText(account, project, sha, path, signal).then(plainText),
        readText(account, project, side === "new" ? shown.head : shown.base, nowPath, signal).then(plainText),
      ]);
      const [at] = before && after ? await mapLinesInWorker(before, after, [line]) : [null];
      return at
        ? { thread, at: { file, side, line: at }, outdated: false }
        : { thread, at: { file, side: "new", line: 0 }, outdated: true };
    }),
  );
}
