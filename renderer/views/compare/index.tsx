import { ArrowLeftRight, FileDown, GitCompareArrows } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { getMergeBase } from "../../../shared/api/resources/repository.ts";
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { type ComparisonState, useComparison } from "../../features/comparison/use-comparison.ts";
import { ExportDialog, useExportDialog } from "../../features/export/export-dialog.tsx";
import { withContentUrls } from "../../features/export/export-parts.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import type { ExportSubject } from "../../workers/export/export-types.ts";
import styles from "./compare.module.css";
import { Result } from "./comparison-result.tsx";

/** `straight` is `1` for a direct comparison, not one from the merge base. */
const compareSearch = {
  from: anyText,
  to: anyText,
  straight: anyText,
};

/** Any two refs: the commits between them and what they changed. */
export function CompareView() {
  return (
    <NeedsCommits
      {...useProjectRoute()}
      icon={GitCompareArrows}
      page="Compare"
      title="Nothing to compare yet"
      description="Branches, tags and commits can be compared after the first commit."
    >
      <Compare />
    </NeedsCommits>
  );
}

function Compare() {
  const { account, project } = useProjectRoute();
  const [search, changeSearch] = useAddressSearch(compareSearch);
  const details = useOperation(getProject, { id: project });
  const from = search.from ?? details.data?.default_branch ?? "";
  const to = search.to ?? "";
  const straight = search.straight === "1";
  const state = useComparison(account, project, from, to, straight);
  const { comparison } = state;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { exporting, start, end } = useExportDialog("Export changes…", "Compare");
  const canExport = comparison !== undefined && state.files.length > 0;
  return (
    <div className={layout.page}>
      <PageHeader
        title="Compare"
        icon={GitCompareArrows}
        tools={
          <>
            <Sides
              project={project}
              defaultBranch={details.data?.default_branch ?? null}
              from={from}
              to={to}
              onCompare={(sides) => changeSearch(sides, { push: true })}
            >
              <span title="Not from the merge base">
                <Checkbox
                  label="Direct comparison"
                  checked={straight}
                  onChange={(checked) =>
                    changeSearch({ from, to, straight: checked ? "1" : "" }, { push: true })
                  }
                />
              </span>
            </Sides>
            <div ref={setSlot} className={flow.inline} />
            {canExport ? <IconButton label="Export…" icon={FileDown} onClick={start} /> : null}
          </>
        }
        actions={
          comparison && comparison.commits.length > 0 && readRefName(to).kind !== "tag" ? (
            <Button asChild>
              <AppLink
                href={hrefs.project(account, project, "merge_requests", {
                  create: "1",
                  source: shortRef(to),
                  target: shortRef(from),
                })}
              >
                Create merge request
              </AppLink>
            </Button>
          ) : null
        }
      />
      {to === "" ? (
        <EmptyState
          icon={GitCompareArrows}
          title="Compare branches, tags or commits"
          description="See the commits between them and what they changed."
        />
      ) : state.pending ? (
        <div className={layout.padded}>
          <Skeleton lines={8} height={24} label="Comparing" />
        </div>
      ) : state.error && state.files.length === 0 ? (
        <ErrorState {...describeProblem(state.error)} onRetry={state.refetch} />
      ) : (
        <Result
          account={account}
          project={project}
          from={from}
          to={to}
          straight={straight}
          state={state}
          slot={slot}
        />
      )}
      {exporting && canExport ? (
        <ExportComparison {...{ project, from, to, straight, state }} onClose={end} />
      ) : null}
    </div>
  );
}

interface SidesProps {
  readonly project: string;
  readonly defaultBranch: string | null;
  readonly from: string;
  readonly to: string;
  readonly onCompare: (sides: { from: string; to: string }) => void;
  readonly children: ReactNode;
}

/** The two refs that are compared; choosing one compares at once. */
function Sides({ project, defaultBranch, from, to, onCompare, children }: SidesProps) {
  return (
    <search className={styles.bar} aria-label="Compare">
      <RefPicker
        {...{ project, defaultBranch }}
        label="From"
        current={from || null}
        onChoose={(ref) => onCompare({ from: ref, to })}
      />
      <IconButton
        label="Swap the sides"
        icon={ArrowLeftRight}
        disabled={!from || !to}
        onClick={() => onCompare({ from: to, to: from })}
      />
      <RefPicker
        {...{ project, defaultBranch }}
        label="To"
        current={to || null}
        onChoose={(ref) => onCompare({ from, to: ref })}
      />
      {children}
    </search>
  );
}

interface ExportComparisonProps {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly straight: boolean;
  readonly state: ComparisonState;
  readonly onClose: () => void;
}

/** Exports the comparison of two refs. */
function ExportComparison({ project, from, to, straight, state, onClose }: ExportComparisonProps) {
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
