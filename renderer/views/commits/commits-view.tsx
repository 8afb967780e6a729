import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { GitBranch, GitCommitHorizontal } from "lucide-react";
import { useMemo, useState } from "react";
import { listBranches } from "../../../shared/api/branches.ts";
import type { Commit } from "../../../shared/api/commit-shapes.ts";
import { listCommits } from "../../../shared/api/commits.ts";
import { getProject } from "../../../shared/api/projects.ts";
import { listTags } from "../../../shared/api/tags.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationPages } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { CommitRow, rowHeights } from "./commit-row.tsx";
import { type CommitSearch, commitSearch, hasFilters, toListInput } from "./commit-search.ts";
import styles from "./commits.module.css";
import { EarlierName } from "./earlier-name.tsx";
import { GraphCell, GraphGap, graphWidth } from "./graph-cell.tsx";
import { type GraphRow, graphLanes } from "./graph-lanes.ts";
import { groupByDay } from "./group-by-day.ts";

/** Commits of a ref, a path or the whole project, newest first, as far down as one scrolls. */
export function CommitsView() {
  const { account, project } = useParams({ strict: false }) as { account: string; project: string };
  const search = commitSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: CommitSearch) =>
    void navigate({
      to: "/a/$account/p/$project/commits",
      params: { account, project },
      search: next,
      replace: true,
    });
  const change = (patch: Partial<CommitSearch>) => go({ ...search, ...patch });
  const details = useOperation(getProject, { id: project });
  const ref = search.ref ?? details.data?.default_branch ?? undefined;
  const commits = useOperationPages(listCommits, toListInput(project, search, ref), { keepPrevious: true });
  const rows = groupByDay(commits.items);
  const oldest = commits.items.at(-1);
  // A part of the history has no graph: its commits are not each other's parents.
  const partial = Boolean(search.path || search.author || search.since || search.until);
  const graph = useMemo(() => (partial ? null : graphOf(commits.items)), [partial, commits.items]);

  return (
    <div className={styles.page}>
      <PageHeader
        title={search.path ? `History of ${search.path}` : "Commits"}
        icon={GitCommitHorizontal}
        meta={search.all ? "on every branch and tag" : ref ? `on ${ref}` : undefined}
      />
      <search className={styles.bar} aria-label="Commits">
        <RefChooser
          project={project}
          value={ref}
          onChange={(value) => change({ ref: value, all: undefined })}
        />
        <TextField
          label="Author"
          hideLabel
          placeholder="Author"
          value={search.author ?? ""}
          onChange={(author) => change({ author: author || undefined })}
        />
        <TextField
          label="Path"
          hideLabel
          placeholder="File or folder"
          mono
          value={search.path ?? ""}
          onChange={(path) => change({ path: path || undefined })}
        />
        <TextField
          label="From"
          hideLabel
          title="From this day"
          type="date"
          value={search.since ?? ""}
          onChange={(since) => change({ since: since || undefined })}
        />
        <TextField
          label="To"
          hideLabel
          title="To this day"
          type="date"
          value={search.until ?? ""}
          onChange={(until) => change({ until: until || undefined })}
        />
        <Checkbox
          label="All branches"
          checked={search.all === "1"}
          onChange={(all) => change({ all: all ? "1" : undefined })}
        />
        {hasFilters(search) ? (
          <Button variant="ghost" onClick={() => go(search.ref ? { ref: search.ref } : {})}>
            Clear
          </Button>
        ) : null}
      </search>
      {commits.isPending ? (
        <div className={styles.loading}>
          <Skeleton lines={10} height={30} label="Loading commits" />
        </div>
      ) : commits.error && rows.length === 0 ? (
        <ErrorState {...describeProblem(commits.error)} onRetry={() => void commits.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={GitCommitHorizontal}
          title="No commits"
          description={
            hasFilters(search) ? "No commit matches these filters." : "Nothing was committed here yet."
          }
          actions={
            hasFilters(search) ? (
              <Button onClick={() => go(search.ref ? { ref: search.ref } : {})}>Clear filters</Button>
            ) : undefined
          }
        />
      ) : (
        <VirtualList
          label="Commits"
          role="list"
          className={styles.list ?? ""}
          items={rows}
          itemKey={(row) => row.key}
          rowHeight={(row) => rowHeights[row.kind]}
          renderItem={(row) =>
            row.kind === "day" ? (
              <div className={styles.dayRow}>
                {graph ? (
                  <GraphGap
                    lanes={graph.above.get(row.key.slice(row.key.lastIndexOf(" ") + 1)) ?? []}
                    width={graph.width}
                    height={rowHeights.day}
                  />
                ) : null}
                <h2 className={styles.day}>{dayFormat.format(row.date)}</h2>
              </div>
            ) : (
              <CommitRow account={account} project={project} commit={row.commit}>
                {graph ? (
                  <GraphCell
                    row={graph.rows.get(row.commit.id) ?? nowhere}
                    width={graph.width}
                    height={rowHeights.commit}
                  />
                ) : null}
              </CommitRow>
            )
          }
          onOpen={(row) => {
            if (row.kind === "commit") {
              void navigate({
                to: "/a/$account/p/$project/commits/$sha",
                params: { account, project, sha: row.commit.id },
              });
            }
          }}
          onEnd={() => {
            if (commits.hasNextPage && !commits.isFetchingNextPage) void commits.fetchNextPage();
          }}
        />
      )}
      {search.path && !commits.hasNextPage && oldest ? (
        <EarlierName project={project} path={search.path} oldest={oldest} />
      ) : null}
    </div>
  );
}

const nowhere: GraphRow = { lane: 0, through: [], into: [], out: [], below: [] };

/** The graph by commit, and the lanes that arrive from above each. */
function graphOf(commits: readonly Commit[]) {
  const laid = graphLanes(commits);
  return {
    width: graphWidth(laid),
    rows: new Map(commits.map(({ id }, i) => [id, laid[i] ?? nowhere])),
    above: new Map(commits.map(({ id }, i) => [id, laid[i - 1]?.below ?? []])),
  };
}

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

interface RefChooserProps {
  readonly project: string;
  readonly value: string | undefined;
  readonly onChange: (ref: string) => void;
}

/** Branches and tags that match what is typed; the service searches, so that their number does not matter. */
function RefChooser({ project, value, onChange }: RefChooserProps) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const input = { id: project, per_page: 30, ...(query ? { search: query } : {}) };
  const branches = useOperation(listBranches, open ? input : null, { keepPrevious: true });
  const tags = useOperation(listTags, open ? input : null, { keepPrevious: true });
  const items = [
    ...(branches.data ?? []).map(({ name }) => ({ id: `branch ${name}`, label: name, section: "Branches" })),
    ...(tags.data ?? []).map(({ name }) => ({ id: `tag ${name}`, label: name, section: "Tags" })),
  ];
  return (
    <Combobox
      label="Branch or tag"
      placeholder="Branch or tag"
      trigger={
        <Button icon={GitBranch} aria-label={`Branch or tag: ${value ?? "none"}`}>
          <span className={styles.ref}>{value ?? "…"}</span>
        </Button>
      }
      items={items.map((item) => ({ ...item, selected: item.label === value }))}
      onChoose={(item) => onChange(item.label)}
      onQuery={setQuery}
      onOpenChange={setOpen}
      loading={branches.isFetching || tags.isFetching}
      empty="No branch or tag matches"
    />
  );
}
