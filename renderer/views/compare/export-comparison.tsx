import { useMemo } from "react";
import { shortRef } from "../../../shared/text/ref-name.ts";
import type { ComparisonState } from "../../features/comparison/use-comparison.ts";
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
  const subject = useMemo((): ExportSubject | null => {
    if (!comparison) return null;
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
      files,
      threads: [],
    };
  }, [comparison, files, from, to, straight, project]);
  return <ExportDialog subject={subject} onClose={onClose} />;
}
