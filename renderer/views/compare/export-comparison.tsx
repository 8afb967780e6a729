import { useMemo } from "react";
import { getMergeBase } from "../../../shared/api/resources/repository.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import type { ComparisonState } from "../../features/comparison/use-comparison.ts";
import { withContentUrls } from "../../features/export/content-urls.ts";
import { ExportDialog } from "../../features/export/export-dialog.tsx";
import type { ExportSubject } from "../../workers/export/export-types.ts";

interface ExportComparisonProps {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly straight: boolean;
  readonly state: ComparisonState;
  readonly onClose: () => void;
}

/** Exports the comparison of two refs. */
export function ExportComparison({ project, from, to, straight, state, onClose }: ExportComparisonProps) {
  const { comparison, files } = state;
  const account = useAccountId();
  const mergeBase = useOperation(getMergeBase, { id: project, refs: [from, to] }, { enabled: !straight });
  const base = straight ? from : mergeBase.data?.id;
  const subject = useMemo((): ExportSubject | null => {
    if (!comparison || (!straight && mergeBase.isPending)) return null;
    const commits = comparison.commits.length;
    const partial = comparison.compare_timeout ? "+" : "";
    return {
      kind: "Comparison",
      title: `${shortRef(from)} → ${shortRef(to)}`,
      reference: `${from}${straight ? ".." : "..."}${to}`,
      project,
      url: null,
      description: "",
      details: [
        ["Commits", `${commits.toLocaleString("en")}${partial}`],
        ["Compared", straight ? "directly" : "from the merge base"],
        ...(comparison.commit ? ([["Head", comparison.commit.short_id]] as const) : []),
      ],
      mail: null,
      patchable: true,
      commit: comparison.commit?.id ?? "0".repeat(40),
      files: base ? files.map((file) => withContentUrls({ account, project, base, head: to }, file)) : files,
      threads: [],
    };
  }, [account, base, comparison, files, from, to, mergeBase.isPending, straight, project]);
  return <ExportDialog subject={subject} onClose={onClose} />;
}
