import { ArrowLeftRight, FileDown, GitCompareArrows } from "lucide-react";
import type { ReactNode } from "react";
import { z } from "zod";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useComparison } from "../../features/comparison/use-comparison.ts";
import { useExportDialog } from "../../features/export/use-export-dialog.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./compare.module.css";
import { Result } from "./comparison-result.tsx";
import { ExportComparison } from "./export-comparison.tsx";

/** `straight` is `1` for a direct comparison, not one from the merge base. */
const compareSearch = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  straight: z.string().optional(),
});

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
  const { exporting, start, end } = useExportDialog("Export changes…", "Compare");
  const canExport = comparison !== undefined && state.files.length > 0;
  return (
    <div className={layout.page}>
      <PageHeader
        title="Compare"
        icon={GitCompareArrows}
        actions={
          <>
            {canExport ? (
              <Button icon={FileDown} onClick={start}>
                Export…
              </Button>
            ) : null}
            {comparison && comparison.commits.length > 0 && readRefName(to).kind !== "tag" ? (
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
            ) : null}
          </>
        }
      />
      <Sides
        project={project}
        defaultBranch={details.data?.default_branch ?? null}
        from={from}
        to={to}
        onCompare={(sides) => changeSearch(sides, { push: true })}
      >
        <Checkbox
          label="Direct comparison"
          description="Not from the merge base"
          checked={straight}
          onChange={(checked) => changeSearch({ from, to, straight: checked ? "1" : "" }, { push: true })}
        />
      </Sides>
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
        <Result account={account} project={project} from={from} to={to} straight={straight} state={state} />
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
        showsLabel
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
        showsLabel
        current={to || null}
        onChoose={(ref) => onCompare({ from, to: ref })}
      />
      {children}
    </search>
  );
}
