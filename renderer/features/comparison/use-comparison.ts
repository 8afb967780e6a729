import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { type Comparison, compareRefs } from "../../../shared/api/resources/repository.ts";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useOperation } from "../../api/use-operation.ts";
import { startPartialVersion, usePartialVersion } from "../streamed-diffs/partial-version.ts";
import { filesOfEntries, streamEntries } from "../streamed-diffs/stream-entries.ts";

export interface ComparisonState {
  readonly files: readonly DiffFile[];
  /** Everything beside the files; undefined until all files have arrived. */
  readonly comparison: Comparison | undefined;
  readonly pending: boolean;
  /** More files are still received. */
  readonly isStreaming: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

/** Compares two refs by the commits that they point at now; files are returned as they arrive. */
export function useComparison(
  account: string,
  project: string,
  from: string,
  to: string,
  straight: boolean,
): ComparisonState {
  const enabled = from !== "" && to !== "";
  const base = useOperation(getCommit, enabled ? { id: project, sha: from, stats: false } : null);
  const head = useOperation(getCommit, enabled ? { id: project, sha: to, stats: false } : null);
  const [baseId, headId] = [base.data?.id ?? "", head.data?.id ?? ""];
  const input = useMemo(
    () => ({ id: project, from: baseId, to: headId, ...(straight ? { straight: true } : {}) }),
    [project, baseId, headId, straight],
  );
  const known = enabled && baseId !== "" && headId !== "";
  const url = known ? operationUrl(account, compareRefs, input) : "";
  const entries = usePartialVersion(url);
  const result = useQuery({ ...comparisonQuery(account, input), enabled: known });
  const comparison = result.data?.data;
  const diffs = comparison?.diffs ?? entries;
  const files = useMemo(() => filesOfEntries(url, diffs), [url, diffs]);
  const unknown = (base.data ? null : base.error) ?? (head.data ? null : head.error);
  const error = unknown ?? (comparison ? null : result.error);
  const isStreaming = !error && result.isPending && files.length > 0;
  return {
    files,
    comparison,
    pending: enabled && !error && !isStreaming && !comparison,
    isStreaming,
    error,
    refetch: () => {
      if (base.error) void base.refetch();
      if (head.error) void head.refetch();
      if (known) void result.refetch();
    },
  };
}

/** A comparison of two commits, which never changes. */
const comparisonQuery = (account: string, input: InputOf<typeof compareRefs>) =>
  queryOptions({
    queryKey: operationQueryKey(account, compareRefs, "one", input),
    queryFn: async ({ signal }) => {
      const partial = startPartialVersion(operationUrl(account, compareRefs, input), signal);
      const response = await streamEntries(account, compareRefs, input, partial.add, { signal });
      return { ...response, data: { ...response.data, diffs: [...partial.end()] } };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
