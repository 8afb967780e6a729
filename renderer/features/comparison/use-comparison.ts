import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { type Comparison, compareRefs } from "../../../shared/api/resources/repository.ts";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useOperation } from "../../api/use-operation.ts";
import type { DiffGoal } from "../../ui/diff/diff-model.ts";
import { usePartialFiles } from "../streamed-diffs/partial-files.ts";
import { readPartialDiffList, type WithFiles } from "../streamed-diffs/read-diff-list.ts";

export interface ComparisonState {
  readonly files: readonly DiffFile[];
  /** Commit that is compared with the other; undefined until it is known. */
  readonly head: string | undefined;
  /** Everything beside the files; undefined until all files have arrived. */
  readonly comparison: WithFiles<Comparison> | undefined;
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
    () => ({ id: project, from: baseId, to: headId, straight: straight || undefined }),
    [project, baseId, headId, straight],
  );
  const known = enabled && baseId !== "" && headId !== "";
  const url = known ? operationUrl(account, compareRefs, input) : "";
  const partial = usePartialFiles(url);
  const result = useQuery({ ...comparisonQuery(account, input), enabled: known });
  const comparison = result.data?.data;
  const files = comparison?.files ?? partial;
  const unknown = (base.data ? null : base.error) ?? (head.data ? null : head.error);
  const error = unknown ?? (comparison ? null : result.error);
  const isStreaming = !error && result.isPending && files.length > 0;
  return {
    files,
    head: headId || undefined,
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
export const comparisonQuery = (account: string, input: InputOf<typeof compareRefs>) =>
  queryOptions({
    queryKey: [...operationQueryKey(account, compareRefs, "one", input), "files"],
    queryFn: ({ signal }) => readPartialDiffList(account, compareRefs, input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });

/** A file by the SHA-1 of its path, and a line by its numbers before and after, as GitLab writes them. */
const placeForm = /^([0-9a-f]{40})(?:_(\d{1,9})_(\d{1,9}))?$/;

/** Returns the file and the line of a diff that the address names; null for none, and while it is looked up. */
export function useDiffGoal(files: readonly DiffFile[], enabled = true): DiffGoal | null {
  const place = useLocation({ select: ({ hash }) => (placeForm.test(hash) ? hash : "") });
  const [goal, setGoal] = useState<DiffGoal | null>(null);
  useEffect(() => {
    if (place === "" || !enabled) return setGoal(null);
    let left = false;
    void findGoal(place, files).then((found) => left || setGoal((now) => (isSame(now, found) ? now : found)));
    return () => {
      left = true;
    };
  }, [place, files, enabled]);
  return goal;
}

const isSame = (a: DiffGoal | null, b: DiffGoal | null): boolean =>
  a?.file === b?.file && a?.line?.line === b?.line?.line && a?.line?.side === b?.line?.side;

async function findGoal(place: string, files: readonly DiffFile[]): Promise<DiffGoal | null> {
  const [, wanted, before, after] = placeForm.exec(place) ?? [];
  for (const [file, changed] of files.entries()) {
    if ((await sha1(pathOf(changed))) !== wanted) continue;
    const [oldLine, newLine] = [Number(before ?? 0), Number(after ?? 0)];
    if (newLine > 0) return { file, line: { file, side: "new", line: newLine } };
    return { file, line: oldLine > 0 ? { file, side: "old", line: oldLine } : undefined };
  }
  return null;
}

async function sha1(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
