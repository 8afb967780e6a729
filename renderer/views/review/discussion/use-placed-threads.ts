import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { mapLinesInWorker } from "../../../workers/diff/diff-engine.ts";
import { readText, textOrEmpty } from "../versions/read-text.ts";
import {
  type CarriedThread,
  type MovedThread,
  type PlacedThread,
  placeCarried,
  placeThreads,
  type ShownCommits,
} from "./place-threads.ts";

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
      const [before, after] = await Promise.all([
        readText(account, project, sha, path, signal).then(textOrEmpty),
        readText(account, project, side === "new" ? shown.head : shown.base, nowPath, signal).then(
          textOrEmpty,
        ),
      ]);
      const [now = null] = before && after ? await mapLinesInWorker(before, after, [line]) : [];
      return { id: thread.id, side, line: now };
    }),
  );
}
