import { useRouterState } from "@tanstack/react-router";
import { ArrowUp, GitCommitHorizontal } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { getCommitDiff } from "../../../../shared/api/resources/commits.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { shortRef } from "../../../../shared/text/ref-name.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { usePipelineStates } from "../../../features/ci/use-pipeline-states.ts";
import { CommitRow, useCommitRowHeight } from "../../../features/commits/commit-row.tsx";
import { ShallowEnd } from "../../../features/local-repositories/shallow-end.tsx";
import { NeedsCommits } from "../../../features/repository/needs-commits.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { useRowDensity } from "../../../ui/lists/row-density.ts";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { CommitFilters, NoCommits } from "./commit-filters.tsx";
import { RefChips, useRefsByCommit } from "./commit-refs.tsx";
import { type CommitSearch, commitSearch } from "./commit-search.ts";
import { GraphCell, GraphGap, type GraphRow, graphLanes, graphWidth } from "./graph-cell.tsx";
import styles from "./history.module.css";
import { monthRowHeight, pageSize } from "./history-page.ts";
import { minMatches, useHistory, useMessageSearch } from "./use-history.ts";

/** Rows before the end of what is loaded at which more is requested. */
const endRows = 200;

/** Commits of a ref, a path or the whole project, newest first, loaded further as the list is scrolled. */
export function CommitsView() {
  return (
    <NeedsCommits
      {...useProjectRoute()}
      icon={GitCommitHorizontal}
      page="Commits"
      title="No commits yet"
      description="Commits appear after the first one is pushed or made here."
    >
      <Commits />
    </NeedsCommits>
  );
}

function Commits() {
  const { account, project } = useProjectRoute();
  const [search] = useAddressSearch(commitSearch);
  const go = useGo();
  // Replaces every filter, omitted ones too.
  const show = (next: CommitSearch) =>
    go(hrefs.project(account, project, "commits", next), { replace: true });
  const details = useOperation(getProject, { id: project });
  const defaultBranch = details.data?.default_branch ?? null;
  const ref = search.ref ?? defaultBranch ?? undefined;
  const scroll = useScrollMemory();
  const rowHeight = useCommitRowHeight();
  const dense = useRowDensity();
  const [top, setTop] = useState(scroll.top);
  const history = useHistory({
    account,
    project,
    search,
    ref,
    initialPages: scroll.top === 0 ? 1 : Math.ceil(scroll.top / rowHeight / pageSize) + 1,
    follows: top < rowHeight,
  });
  const { commits, state, searchOlder } = useMessageSearch(history, search.message);
  const rows = useMemo(() => groupByMonth(commits), [commits]);
  const oldest = history.commits.at(-1);
  const [seen, setSeen] = useState<string>();
  const refs = useRefsByCommit(project, seen);
  const onView = useCallback(
    (from: number, to: number) => {
      const times = rows
        .slice(from, to)
        .flatMap((row) => (row.kind === "commit" ? (row.commit.committed_date ?? []) : []));
      // Times are compared as such: each may have an offset of its own.
      setSeen(times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]);
    },
    [rows],
  );
  const named = search.all || !ref || isHash(ref) ? undefined : shortRef(ref);
  const pipelines = usePipelineStates({ project, ref: named, oldest: seen });
  // A part of the history has no graph: its commits are not each other's parents.
  const partial = Boolean(search.path || search.author || search.message || search.since || search.until);
  const graph = useMemo(() => (partial ? null : graphOf(commits)), [partial, commits]);

  return (
    <div className={layout.page}>
      <PageHeader
        title={search.path ? `History of ${search.path}` : "Commits"}
        icon={GitCommitHorizontal}
        meta={search.all ? "on every branch and tag" : ref ? `on ${shortRef(ref)}` : undefined}
      />
      <CommitFilters
        project={project}
        search={search}
        current={ref}
        defaultBranch={defaultBranch}
        onChange={show}
      />
      {history.outdated ? (
        <div className={styles.newer} role="status">
          <Button size="s" icon={ArrowUp} onClick={history.showLatest}>
            Show new commits
          </Button>
        </div>
      ) : null}
      {details.error && !details.data ? (
        <ErrorState {...describeProblem(details.error)} onRetry={() => void details.refetch()} />
      ) : history.isPending ? (
        <Skeleton
          page
          lines={10}
          heading={dense(monthRowHeight)}
          height={dense(rowHeight)}
          mark={20}
          label="Loading commits"
        />
      ) : history.error && rows.length === 0 ? (
        <ErrorState {...describeProblem(history.error)} onRetry={history.retry} />
      ) : rows.length === 0 ? (
        <NoCommits
          search={search}
          state={state}
          searched={history.commits.length}
          onSearchOlder={searchOlder}
          onClear={() => show(search.ref ? { ref: search.ref } : {})}
        />
      ) : (
        <VirtualList
          label="Commits"
          role="list"
          className={layout.list ?? ""}
          items={rows}
          itemKey={(row) => row.key}
          rowHeight={(row) => (row.kind === "month" ? monthRowHeight : rowHeight)}
          isHeading={(row) => row.kind === "month"}
          renderItem={(row) =>
            row.kind === "month" ? (
              <div className={layout.row}>
                {graph ? (
                  <GraphGap
                    lanes={graph.above.get(row.key.slice(row.key.lastIndexOf(" ") + 1)) ?? []}
                    width={graph.width}
                    height={dense(monthRowHeight)}
                  />
                ) : null}
                <h2 className={styles.month}>{monthLabel(row.date)}</h2>
              </div>
            ) : (
              <CommitRow
                account={account}
                project={project}
                commit={row.commit}
                refName={named ?? refs.get(row.commit.id)?.[0]?.name}
                marks={<RefChips account={account} project={project} refs={refs.get(row.commit.id)} />}
                pipeline={pipelines.isSettled ? (pipelines.find(row.commit.id, named) ?? null) : undefined}
              >
                {graph ? (
                  <GraphCell
                    row={graph.rows.get(row.commit.id) ?? noLanes}
                    width={graph.width}
                    height={dense(rowHeight)}
                  />
                ) : null}
              </CommitRow>
            )
          }
          onOpen={(row) => {
            if (row.kind === "commit") {
              go(hrefs.commit(account, project, row.commit.id));
            }
          }}
          onView={onView}
          endRows={search.message ? 10 : endRows}
          onEnd={search.message ? () => commits.length >= minMatches && searchOlder() : history.loadMore}
          initialTop={scroll.top}
          onTop={(pixels) => {
            setTop(pixels);
            scroll.save(pixels);
          }}
        />
      )}
      {search.message && rows.length > 0 && state !== "done" ? (
        <p className={styles.newer} role="status">
          {state === "reading" ? "Searching: " : ""}
          {history.commits.length.toLocaleString()} newest commits searched
          {state === "paused" ? (
            <Button size="s" onClick={searchOlder}>
              Search older commits
            </Button>
          ) : null}
        </p>
      ) : null}
      {history.error && rows.length > 0 ? (
        <ErrorState compact {...describeProblem(history.error)} onRetry={history.retry} />
      ) : null}
      {history.complete && rows.length > 0 ? <ShallowEnd account={account} project={project} /> : null}
      {search.path && history.complete && oldest ? (
        <PreviousName project={project} path={search.path} oldest={oldest} />
      ) : null}
    </div>
  );
}

const isHash = (ref: string | undefined): boolean => /^[0-9a-f]{40,64}$/.test(ref ?? "");

const noLanes: GraphRow = { lane: 0, through: [], into: [], out: [], below: [] };

/** The graph by commit, and the lanes that arrive from above each. */
function graphOf(commits: readonly Commit[]) {
  const laid = graphLanes(commits);
  return {
    width: graphWidth(laid),
    rows: new Map(commits.map(({ id }, i) => [id, laid[i] ?? noLanes])),
    above: new Map(commits.map(({ id }, i) => [id, laid[i - 1]?.below ?? []])),
  };
}

const prefix = "helve.commits.top ";

/** Stores the scroll position of a list, in pixels, for this entry of the session history; it survives a reload. */
function useScrollMemory(): { readonly top: number; readonly save: (top: number) => void } {
  const step = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href });
  const top = useMemo(() => Number(sessionStorage.getItem(prefix + step)) || 0, [step]);
  const save = (pixels: number) => sessionStorage.setItem(prefix + step, String(Math.round(pixels)));
  return { top, save };
}

/** Returns the name of a date's month. */
export const monthLabel = (date: Date): string =>
  Number.isNaN(date.getTime()) ? "Date unknown" : monthFormat.format(date);

const monthFormat = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });

/** A row of a commit list: the head of a month, or a commit. */
type CommitListRow<C> =
  | {
      readonly kind: "month";
      readonly key: string /** Invalid where it is not known. */;
      readonly date: Date;
    }
  | { readonly kind: "commit"; readonly key: string; readonly commit: C };

/**
 * Returns rows with a heading before each run of commits of one month. Lists are ordered by the graph, not by the clock,
 * so a month may repeat; nothing is reordered.
 */
export function groupByMonth<
  C extends { id: string } & Optional<{ committed_date: string; created_at: string }>,
>(commits: readonly C[]): CommitListRow<C>[] {
  const rows: CommitListRow<C>[] = [];
  let last: string | undefined;
  for (const commit of commits) {
    const date = new Date(commit.committed_date ?? commit.created_at ?? Number.NaN);
    const month = `${date.getFullYear()}-${date.getMonth()}`;
    if (month !== last) rows.push({ kind: "month", key: `${month} ${commit.id}`, date });
    rows.push({ kind: "commit", key: commit.id, commit });
    last = month;
  }
  return rows;
}

interface PreviousNameProps {
  readonly project: string;
  readonly path: string;
  /** The oldest commit of the path's history. */
  readonly oldest: Commit;
}

/** A link to the history under the file's previous name; nothing where it was not renamed. */
function PreviousName({ project, path, oldest }: PreviousNameProps) {
  const account = useAccountId();
  const diff = useOperationAll(
    getCommitDiff,
    { id: project, sha: oldest.id, per_page: 100 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const renamed = diff.data?.find(({ renamed_file, new_path }) => renamed_file && new_path === path);
  const parent = oldest.parent_ids[0];
  if (!renamed || !parent) return null;
  return (
    <p className={styles.renamed}>
      Renamed from <code>{renamed.old_path}</code> in {oldest.short_id}.{" "}
      <AppLink href={hrefs.project(account, project, "commits", { path: renamed.old_path, ref: parent })}>
        View previous history
      </AppLink>
    </p>
  );
}
