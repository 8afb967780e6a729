import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequestVersion } from "../../../../shared/api/resources/merge-requests.ts";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import { inTreeOrder } from "../../../../shared/diff/file-order.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { operationUrl } from "../../../api/fetch-operation.ts";
import { usePartialVersion } from "../../../features/streamed-diffs/partial-version.ts";
import { filesOf, versionQuery } from "../versions/version-query.ts";
import type { VersionRange } from "../versions/versions.ts";
import { type InterdiffResult, readInterdiff } from "./read-interdiff.ts";

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
  const id = requested?.id;
  const input = useMemo(
    () => ({ id: project, merge_request_iid: iid, version_id: id ?? 0 }),
    [project, iid, id],
  );
  const entries = usePartialVersion(operationUrl(account, getMergeRequestVersion, input));
  const result = useQuery({ ...versionQuery(account, input), enabled: id !== undefined });
  const comparison = result.data?.data;
  const version = useMemo(() => {
    if (!comparison) return null;
    const { base_commit_sha: base, head_commit_sha: head } = comparison;
    return { base, head, files: filesOf(account, input, comparison) };
  }, [account, input, comparison]);
  const head = requested?.head_commit_sha;
  const partial = useMemo(
    () =>
      entries.length > 0 && head
        ? filesOf(account, input, { diffs: [...entries], head_commit_sha: head })
        : noFiles,
    [account, input, entries, head],
  );
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
