import { useQuery } from "@tanstack/react-query";
import { useContext, useMemo } from "react";
import { getMergeRequestVersion } from "../../../shared/api/merge-requests.ts";
import { AccountContext } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { type DiffFile, diffFileOf } from "../../ui/diff/diff-model.ts";
import { type InterdiffResult, readInterdiff } from "./read-interdiff.ts";
import type { Bounds } from "./versions.ts";

/** What is read between two bounds. */
export interface Changes {
  readonly files: readonly DiffFile[];
  /** Files that only the target branch changed, and those whose change stayed the same. */
  readonly others: InterdiffResult["others"];
  readonly commits: readonly { readonly id: string; readonly title: string }[];
  readonly pending: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

const noOthers: InterdiffResult["others"] = [];
/** What a version holds never changes. */
export const unchanging = { staleTime: Number.POSITIVE_INFINITY };

/** The files between two bounds: a version's own diff, or what the author did between two versions. */
export function useChanges(project: string, iid: number, bounds: Bounds | null): Changes {
  const account = useContext(AccountContext) ?? "";
  const input = (id: number | undefined) =>
    id === undefined ? null : { id: project, merge_request_iid: iid, version_id: id };
  const to = useOperation(getMergeRequestVersion, input(bounds?.to.id), unchanging);
  const from = useOperation(getMergeRequestVersion, input(bounds?.from?.id), unchanging);
  const between = useQuery({
    queryKey: [account, "interdiff", project, iid, bounds?.from?.id, bounds?.to.id],
    queryFn: ({ signal }) => {
      if (!from.data || !to.data) throw new Error("The versions are not there yet");
      return readInterdiff(account, project, from.data, to.data, signal);
    },
    enabled: bounds?.from != null && from.data !== undefined && to.data !== undefined,
    ...unchanging,
  });
  const head = bounds?.to.head_commit_sha;
  const own = useMemo(
    () => (to.data?.diffs ?? []).map((entry) => diffFileOf(entry, head ?? "")),
    [to.data, head],
  );
  const interdiff = bounds?.from != null;
  const failed = to.error ?? (interdiff ? (from.error ?? between.error) : null);
  return {
    files: interdiff ? (between.data?.files ?? noFiles) : own,
    others: interdiff ? (between.data?.others ?? noOthers) : noOthers,
    commits: to.data?.commits ?? [],
    pending: !failed && (to.isPending || (interdiff && between.isPending)),
    error: failed,
    refetch: () => {
      void to.refetch();
      if (interdiff) void from.refetch();
    },
  };
}

const noFiles: readonly DiffFile[] = [];
