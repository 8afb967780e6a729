import { ArrowLeftRight, FileDown, GitCompareArrows } from "lucide-react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { getProject } from "../../../shared/api/resources/projects.ts";
import type { Comparison } from "../../../shared/api/resources/repository.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { type ComparisonState, useComparison } from "../../features/comparison/use-comparison.ts";
import { useExport } from "../../features/export/use-export.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { StreamingStatus } from "../../features/streamed-diffs/streaming-status.tsx";
import { changePreferences, usePreferences } from "../../state/preferences.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import styles from "./compare.module.css";
import { ExportComparison } from "./export-comparison.tsx";
import { MergeBase } from "./merge-base.tsx";

/** `straight` is `1` for a direct comparison, not one from the merge base. */
const compareSearch = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  straight: z.string().optional(),
});

/** Any two refs: the commits between them and what they changed. */
export function CompareView() {
  const { account, project } = useProjectRoute();
  const [search, changeSearch] = useAddressSearch(compareSearch);
  const details = useOperation(getProject, { id: project });
  const from = search.from ?? details.data?.default_branch ?? "";
  const to = search.to ?? "";
  const straight = search.straight === "1";
  const state = useComparison(account, project, from, to, straight);
  const { comparison } = state;
  const { exporting, start, end } = useExport("Export changes…", "Compare");
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
            {comparison && comparison.commits.length > 0 ? (
              <Button asChild>
                <AppLink
                  href={hrefs.project(account, project, "merge_requests", {
                    create: "1",
                    source: to,
                    target: from,
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

interface ResultProps {
  readonly account: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly straight: boolean;
  readonly state: ComparisonState;
}

function Result({ account, project, from, to, straight, state }: ResultProps) {
  const mode = usePreferences((preferences) => preferences.diff);
  const { comparison, files } = state;
  const head = comparison ? (
    <Commits account={account} project={project} comparison={comparison}>
      {straight ? null : <MergeBase account={account} project={project} from={from} to={to} />}
    </Commits>
  ) : (
    <div className={layout.padded}>
      <Skeleton lines={2} label="Loading commits" />
    </div>
  );
  if (comparison?.compare_same_ref || (comparison?.commits.length === 0 && files.length === 0)) {
    return (
      <EmptyState
        icon={GitCompareArrows}
        title="Nothing to compare"
        description={
          comparison.compare_same_ref
            ? `${from} and ${to} are the same commit.`
            : `${to} has no commits that ${from} lacks. Swap the sides to compare the other way.`
        }
      />
    );
  }
  if (files.length === 0) return head;
  return (
    <div className={layout.list}>
      <DiffView
        label={`Changes from ${from} to ${to}`}
        files={files}
        isStreaming={state.isStreaming}
        engine={diffEngine}
        mode={mode}
        onMode={(next) => {
          changePreferences({ diff: next }).catch((error: unknown) =>
            toast.problem("The layout was not saved", describeProblem(error)),
          );
        }}
        tools={<StreamingStatus changes={state} total={null} />}
        before={head}
      />
    </div>
  );
}

/** Commits that are listed before the rest is folded away. */
const shown = 8;

interface CommitsProps {
  readonly account: string;
  readonly project: string;
  readonly comparison: Comparison;
  /** Above the list. */
  readonly children: ReactNode;
}

function Commits({ account, project, comparison, children }: CommitsProps) {
  const [all, setAll] = useState(false);
  const commits = comparison.commits.toReversed();
  const listed = all ? commits : commits.slice(0, shown);
  return (
    <section className={layout.padded} aria-label="Commits">
      <h2 className={styles.title}>
        {commits.length}
        {comparison.compare_timeout ? "+" : ""} {commits.length === 1 ? "commit" : "commits"}
      </h2>
      {children}
      {comparison.compare_timeout ? (
        <p className={styles.muted}>The service does not list all changes. Some are missing below.</p>
      ) : null}
      <ul className={styles.list}>
        {listed.map((commit) => (
          <li key={commit.id} className={styles.commit}>
            <Avatar name={commit.author_name} size={18} />
            <AppLink href={hrefs.commit(account, project, commit.id)}>
              {commit.title || "(no message)"}
            </AppLink>
            <span className={styles.muted}>
              {commit.author_name} · <RelativeTime time={commit.created_at ?? commit.committed_date ?? 0} />
            </span>
            <code className={styles.muted}>{commit.short_id}</code>
          </li>
        ))}
      </ul>
      {commits.length > listed.length ? (
        <Button size="s" variant="ghost" onClick={() => setAll(true)}>
          Show all {commits.length} commits
        </Button>
      ) : null}
    </section>
  );
}
