import { useQuery } from "@tanstack/react-query";
import { getBranch } from "../../../../shared/api/resources/branches.ts";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { getCommitDiff } from "../../../../shared/api/resources/commits.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { toProblem } from "../../../api/host.ts";
import { useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { type FileOutcome, previewCherryPick } from "./preview-cherry-pick.ts";

interface Pick {
  readonly kind: "cherry-pick" | "revert";
  readonly commit: Commit;
  readonly project: string;
  readonly branch: string;
}

/** The preview of a cherry-pick or revert on a branch. */
export interface CherryPickPreviewState {
  /** `unknown` where there is no preview, such as for a commit without a parent. */
  readonly outcome: "loading" | "no-branch" | "nothing" | "conflicts" | "applies" | "unknown";
  readonly files: readonly FileOutcome[];
  /** Files that the commit changes; only the first ones are compared. */
  readonly total: number;
}

/** Compares a branch with each file that the commit touches. */
export function useCherryPickPreview({ kind, commit, project, branch }: Pick): CherryPickPreviewState {
  const account = useAccountId();
  const parent = commit.parent_ids[0];
  const head = useOperation(getBranch, branch === "" ? null : { id: project, branch });
  const diff = useOperationAll(
    getCommitDiff,
    { id: project, sha: commit.id, per_page: 100 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const files = diff.data ?? [];
  const turned =
    kind === "revert"
      ? files.map((file) => ({ ...file, old_path: file.new_path, new_path: file.old_path }))
      : files;
  const tip = head.data?.commit.id;
  const preview = useQuery({
    queryKey: [account, "cherry-pick-preview", project, kind, commit.id, tip],
    queryFn: ({ signal }) => {
      const [from, to] = kind === "revert" ? [commit.id, parent ?? ""] : [parent ?? "", commit.id];
      return previewCherryPick({ account, project, branch: tip ?? "", from, to }, turned, signal);
    },
    enabled: parent !== undefined && tip !== undefined && files.length > 0,
    retry: false,
  });
  const seen = preview.data ?? [];
  const outcome = () => {
    if (branch === "" || (head.error && toProblem(head.error).status === 404)) return "no-branch";
    if (!parent || head.error || diff.error || preview.error) return "unknown";
    if (!head.data || !diff.data) return "loading";
    if (files.length === 0) return "nothing";
    if (!preview.data) return "loading";
    if (seen.every((file) => file.outcome === "nothing"))
      return seen.length < files.length ? "unknown" : "nothing";
    return seen.some((file) => file.outcome === "conflicts") ? "conflicts" : "applies";
  };
  return { outcome: outcome(), files: seen, total: files.length };
}
