import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequestVersion } from "../../../../shared/api/resources/merge-requests.ts";
import { type DiffFile, inTreeOrder, sourceOf } from "../../../../shared/diff/diff-file.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { cancelableRead, operationUrl } from "../../../api/fetch-operation.ts";
import { usePartialFiles } from "../../../features/streamed-diffs/partial-files.ts";
import { fingerprintInWorker, interdiffInWorker } from "../../../workers/diff/diff-engine.ts";
import { rawFileUrl } from "../versions/read-text.ts";
import { versionInput, versionQuery } from "../versions/version-query.ts";
import type { VersionRange } from "../versions/version-range.ts";

/** The changes of a version range. */
export interface Changes {
  readonly files: readonly DiffFile[];
  /** Files that only the target branch changed, and those whose change stayed the same. */
  readonly others: InterdiffResult["others"];
  readonly commits: readonly { readonly id: string; readonly title: string }[];
  readonly pending: boolean;
  /** More files are still received. */
  readonly isStreaming: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

const noOthers: InterdiffResult["others"] = [];

/** Returns the files of a version range: a version's own diff, or the author's changes between two versions. */
export function useChanges(project: string, iid: number, range: VersionRange | null): Changes {
  const account = useAccountId();
  const to = useVersion(account, project, iid, range?.to);
  const from = useVersion(account, project, iid, range?.from ?? undefined);
  const between = useQuery({
    queryKey: [account, "interdiff", project, iid, range?.from?.id, range?.to.id],
    queryFn: ({ signal }) => {
      if (!from.version || !to.version) throw new Error("Versions are not available yet");
      return readInterdiff(account, project, from.version, to.version, signal);
    },
    enabled: range?.from != null && from.version !== null && to.version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const interdiff = range?.from != null;
  const changed = useMemo(() => between.data && inTreeOrder(between.data.files), [between.data]);
  const failed = to.error ?? (interdiff ? (from.error ?? between.error) : null);
  const isStreaming = !failed && !interdiff && to.isPending && to.files.length > 0;
  return {
    files: interdiff ? (changed ?? noFiles) : to.files,
    others: interdiff ? (between.data?.others ?? noOthers) : noOthers,
    commits: to.data?.data.commits ?? [],
    pending: !failed && !isStreaming && (to.isPending || (interdiff && between.isPending)),
    isStreaming,
    error: failed,
    refetch: () => {
      void to.refetch();
      if (interdiff) void from.refetch();
    },
  };
}

const noFiles: readonly DiffFile[] = [];

function useVersion(
  account: string,
  project: string,
  iid: number,
  requested: MergeRequestVersion | undefined,
) {
  const { id, head_commit_sha = "" } = requested ?? {};
  const url = operationUrl(account, getMergeRequestVersion, versionInput(project, iid, id ?? 0));
  const partial = usePartialFiles(url);
  const result = useQuery({
    ...versionQuery(account, project, iid, { id: id ?? 0, head_commit_sha }),
    enabled: id !== undefined,
  });
  const comparison = result.data?.data;
  const version = useMemo(() => {
    if (!comparison) return null;
    const { base_commit_sha: base, head_commit_sha: head, files } = comparison;
    return { base, head, files };
  }, [comparison]);
  // Files that were shown while they arrived keep their indices; others are read in the order in which they are shown.
  const streamed = useRef<number | undefined>(undefined);
  if (partial.length > 0) streamed.current = id;
  const arrived = streamed.current === id;
  const files = useMemo(
    () => version && (arrived ? version.files : inTreeOrder(version.files)),
    [version, arrived],
  );
  return { ...result, version, files: files ?? partial };
}

/** A version's files, and the commits between which they changed. */
interface VersionFiles {
  readonly base: string;
  readonly head: string;
  readonly files: readonly DiffFile[];
}

interface InterdiffResult {
  /** Files in which the author changed something between the versions. */
  readonly files: readonly DiffFile[];
  /** Files of either version in which the author changed nothing between them. */
  readonly others: readonly { readonly path: string; readonly why: "same" | "rebase" }[];
}

/** Files read concurrently. */
const concurrency = 6;

/**
 * Returns the difference between two versions of a change. Files whose change is the same in both are skipped unread;
 * of the others the worker reads and compares the four texts, which separates changes of a rebase.
 */
async function readInterdiff(
  account: string,
  project: string,
  from: VersionFiles,
  to: VersionFiles,
  signal: AbortSignal,
): Promise<InterdiffResult> {
  const pairs = pairUp(from.files, to.files);
  const [before, after] = await Promise.all([
    fingerprintInWorker(pairs.map(({ older }) => sourceOf(older ?? blank))),
    fingerprintInWorker(pairs.map(({ newer }) => sourceOf(newer ?? blank))),
  ]);
  const files: (DiffFile | undefined)[] = new Array(pairs.length).fill(undefined);
  const others: { path: string; why: "same" | "rebase" }[] = [];
  const urlOf = (sha: string, path: string) => rawFileUrl(account, project, sha, path);

  async function compare(index: number): Promise<void> {
    const pair = pairs[index];
    if (!pair) return;
    const { older, newer, path } = pair;
    if (older && newer && before[index] === after[index]) {
      others.push({ path, why: "same" });
      return;
    }
    const oldPath = older?.new_path ?? path;
    const newPath = newer?.new_path ?? path;
    const origin = {
      from: { base: urlOf(from.base, older?.old_path ?? oldPath), head: urlOf(from.head, oldPath) },
      to: { base: urlOf(to.base, newer?.old_path ?? newPath), head: urlOf(to.head, newPath) },
    };
    const result = await interdiffInWorker(origin.from, origin.to, cancelableRead(signal));
    const entry = newer ?? older ?? blank;
    const shown = {
      ...entry,
      content: to.head,
      origin: undefined,
      old_path: oldPath,
      new_path: newPath,
      renamed_file: oldPath !== newPath,
      new_file: false,
      deleted_file: false,
    };
    if (result === null) {
      files[index] = { ...shown, diff: "" };
      return;
    }
    const modes = older && newer && older.b_mode !== newer.b_mode;
    if (!result.authored && !shown.renamed_file && !modes) {
      others.push({ path, why: "rebase" });
      return;
    }
    files[index] = {
      ...shown,
      diff: result.beginning,
      origin,
      a_mode: older?.b_mode,
      b_mode: newer?.b_mode,
    };
  }

  await inParallel(pairs.keys(), concurrency, compare);
  return { files: files.filter((file) => file !== undefined), others };
}

interface Pair {
  readonly path: string;
  readonly older: DiffFile | undefined;
  readonly newer: DiffFile | undefined;
}

/** Files of both versions by the path they have in the newer one, or had before. */
function pairUp(older: readonly DiffFile[], newer: readonly DiffFile[]): Pair[] {
  const left = new Map(older.map((entry) => [entry.old_path, entry]));
  const pairs = newer.map((entry): Pair => {
    const match = left.get(entry.old_path);
    left.delete(entry.old_path);
    return { path: entry.new_path, older: match, newer: entry };
  });
  return [
    ...pairs,
    ...[...left.values()].map((entry) => ({ path: entry.new_path, older: entry, newer: undefined })),
  ];
}

const blank: DiffFile = {
  diff: "",
  old_path: "",
  new_path: "",
  new_file: false,
  renamed_file: false,
  deleted_file: false,
};
