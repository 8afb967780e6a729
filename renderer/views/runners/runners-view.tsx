import { useQueryClient } from "@tanstack/react-query";
import { Search, ServerCog } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import {
  listAllRunners,
  listProjectRunners,
  listRunners,
  type Runner,
} from "../../../shared/api/resources/runners.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { type OperationPages, useOperationPages } from "../../api/use-operation.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { formatQuery } from "../../features/query-text/query-text.ts";
import { UnknownFilters } from "../../features/query-text/unknown-filters.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { useAccount } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useRowSelection } from "../../ui/lists/row-selection.ts";
import pane from "../../ui/lists/table-pane.module.css";
import { tableHeadHeight } from "../../ui/lists/virtual-table.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { ActionDialog } from "./bulk/action-dialog.tsx";
import type { BulkRequest } from "./bulk/bulk-plan.ts";
import { RunnerBulkBar } from "./bulk/runner-bulk-bar.tsx";
import { FleetCharts } from "./charts/fleet-charts.tsx";
import { RunnerPanel } from "./detail/runner-panel.tsx";
import { QueryField, type SeenValues } from "./filter/query-field.tsx";
import {
  type FleetScope,
  fleetScope,
  isMatchedHere,
  matchRunner,
  parseRunnerQuery,
  queryNeeds,
  type RunnerQuery,
  runnerKeys,
  runnerListInput,
} from "./filter/runner-query.ts";
import { RunnerStateCounts } from "./filter/runner-state-counts.tsx";
import { type FleetRow, fleetRow, withAllStates } from "./fleet/fleet-row.ts";
import {
  joinReadings,
  type Reading,
  readRunnerIds,
  runnerDetailQuery,
  useNeededReadings,
} from "./fleet/read-fleet.ts";
import { useLoadAll } from "./fleet/use-load-all.ts";
import { FleetFooter } from "./fleet-footer.tsx";
import { FleetHeader } from "./fleet-header.tsx";
import { FleetTable, parseSort, type Sort, sortNeeds, sortRows } from "./table/fleet-table.tsx";

const runnersSearch = {
  q: anyText,
  sort: anyText,
  runner: anyText,
  view: anyText,
};

/** The runner fleet of an account or a project: one table, a panel beside it, and actions on many at once. */
export function RunnersView() {
  const { account } = useAccountRoute();
  const project = useRouteProject();
  const [{ q = "", view, ...search }, change] = useAddressSearch(runnersSearch);
  const setQuery = (next: string) => change({ q: next });
  const check = useAccount(account)?.check;
  const isAdmin = check?.user.is_admin === true;
  const query = useMemo(() => parseRunnerQuery(q), [q]);
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const scope = useMemo(() => fleetScope(project, isAdmin, query), [project, isAdmin, query]);
  const list = useFleet(scope, query);
  const showsCharts = view === "charts";
  const { rows, unknown, reading } = useMatchingRows(
    account,
    list.items,
    list.dataUpdatedAt,
    query,
    sort,
    showsCharts,
  );
  const loading = useLoadAll(list, isMatchedHere(query) ? rows.length : null);
  const seen = useSeenValues(account, list.items, reading.cacheVersion);
  const selection = useRowSelection(useMemo(() => rows.map(({ id }) => id), [rows]));
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const chosen = rows.filter(({ id }) => selection.selected.has(id));
  const open = search.runner && /^\d+$/.test(search.runner) ? Number(search.runner) : null;
  const failure = list.error && list.items.length === 0 ? list.error : null;
  const isBusy = list.isPending || (rows.length === 0 && (reading.isReading || loading.isLoading));

  return (
    <div className={layout.page}>
      <FleetHeader
        account={account}
        project={project}
        scope={scope}
        showsCharts={showsCharts}
        rows={rows}
        isComplete={!list.hasNextPage}
        onCharts={() => change({ view: showsCharts ? undefined : "charts" })}
      />
      <RunnerFilterBar account={account} scope={scope} query={query} seen={seen} text={q} onText={setQuery} />
      <div className={pane.body}>
        <div className={pane.main}>
          {failure ? (
            <ErrorState
              {...explain(describeProblem(failure), scope.kind)}
              onRetry={() => void list.refetch()}
            />
          ) : isBusy ? (
            <Skeleton
              page
              lines={12}
              heading={tableHeadHeight}
              height={48}
              mark={16}
              label="Loading runners"
            />
          ) : rows.length === 0 ? (
            <NoRunners isFiltered={q !== ""} kind={scope.kind} onClear={() => setQuery("")} />
          ) : showsCharts ? (
            <FleetCharts
              account={account}
              rows={rows}
              reading={reading}
              onOpen={(id) => change({ runner: String(id) })}
            />
          ) : (
            <FleetTable
              account={account}
              rows={rows}
              sort={sort}
              selection={selection}
              open={open}
              total={isMatchedHere(query) ? undefined : list.total}
              scope={`${q} ${search.sort ?? ""}`}
              onSort={(next) => change({ sort: next ? `${next.key}-${next.direction}` : undefined })}
              onOpen={(id) => change({ runner: String(id) })}
              onEnd={loading.onEnd}
            />
          )}
          {failure ? null : chosen.length > 0 && !showsCharts ? (
            <RunnerBulkBar
              chosen={chosen}
              rows={rows}
              loading={loading}
              selection={selection}
              total={isMatchedHere(query) ? undefined : list.total}
              onRequest={setRequest}
            />
          ) : (
            <FleetFooter
              list={list}
              rows={rows}
              unknown={unknown}
              reading={reading}
              sort={sort}
              loading={loading}
            />
          )}
        </div>
        {open === null ? null : (
          <RunnerPanel
            key={open}
            account={account}
            project={project}
            isAdmin={isAdmin}
            id={open}
            listed={list.items.find(({ id }) => id === open)}
            version={check?.version ?? null}
            onClose={() => change({ runner: undefined })}
            onRequest={setRequest}
          />
        )}
      </div>
      {request ? (
        <ActionDialog
          account={account}
          project={project}
          isAdmin={isAdmin}
          request={request}
          seen={seen}
          version={check?.version ?? null}
          onClose={() => setRequest(null)}
          onEnded={selection.keep}
        />
      ) : null}
    </div>
  );
}

type Described = ReturnType<typeof describeProblem>;

/** Adds who may see runners to a refusal. */
function explain(described: Described, kind: "all" | "owned" | "project"): Described {
  if (described.kind !== "forbidden" || kind !== "project") return described;
  return { ...described, message: `Only maintainers of a project see its runners. ${described.message}` };
}

interface NoRunnersProps {
  readonly isFiltered: boolean;
  readonly kind: FleetScope["kind"];
  readonly onClear: () => void;
}

const why = {
  all: "Register a runner, and it appears here.",
  owned: "You see the runners of projects that you maintain and of groups that you own.",
  project: "Neither the instance, a group nor the project itself has a runner for its jobs.",
} as const;

const NoRunners = ({ isFiltered, kind, onClear }: NoRunnersProps) =>
  isFiltered ? (
    <EmptyState
      icon={ServerCog}
      title="No runner matches"
      description="Try different words or fewer filters."
      actions={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState icon={ServerCog} title="No runners" description={why[kind]} />
  );

const pageSize = 100;
/** Milliseconds after which the list is read again while the window is in use. */
const refreshMs = 30_000;
/** Pages up to which the list is read again by itself; a longer one costs the service too much. */
const refreshedPages = 5;

/** The runners of a scope that the service's own filters leave, page by page. */
function useFleet(scope: FleetScope, query: RunnerQuery): OperationPages<OutputOf<typeof listRunners>> {
  const input = { ...runnerListInput(query), ...withAllStates, per_page: pageSize };
  const keep = { keepPrevious: true };
  const all = useOperationPages(listAllRunners, scope.kind === "all" ? input : null, keep);
  const owned = useOperationPages(listRunners, scope.kind === "owned" ? input : null, keep);
  const ofProject = useOperationPages(
    listProjectRunners,
    scope.kind === "project" ? { ...input, id: scope.project } : null,
    keep,
  );
  const list = scope.kind === "all" ? all : scope.kind === "owned" ? owned : ofProject;
  const { refetch } = list;
  const isRefreshed = (list.data?.pages.length ?? 0) <= refreshedPages;
  useEffect(() => {
    if (!isRefreshed) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refetch();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isRefreshed, refetch]);
  return list;
}

interface RunnerFilterBarProps {
  readonly account: string;
  readonly scope: FleetScope;
  readonly query: RunnerQuery;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly seen: SeenValues;
}

/** Filters of the fleet: a query as text, and its states with their counts. */
function RunnerFilterBar({ account, scope, query, text, onText, seen }: RunnerFilterBarProps) {
  const field = useRef<{ focus(): void }>(null);
  useRegisterCommands([
    {
      id: "runners.filter",
      title: "Filter runners",
      section: "Runners",
      icon: Search,
      run: () => field.current?.focus(),
    },
  ]);
  return (
    <search className={layout.bar} aria-label="Runners">
      <QueryField ref={field} query={text} onQuery={onText} seen={seen} />
      <RunnerStateCounts
        account={account}
        scope={scope}
        query={query}
        onQuery={(next) => onText(formatQuery(next))}
      />
      <UnknownFilters query={text} keys={runnerKeys} />
    </search>
  );
}

const collator = new Intl.Collator("en", { numeric: true });

/** Tags, versions, platforms and projects of the runners whose details were read, for completing what is typed. */
function useSeenValues(account: string, runners: readonly Runner[], cacheVersion: number): SeenValues {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cache version means that the cache has more
  return useMemo(() => {
    // Computed on access: it is rarely needed.
    const details = () =>
      runners.flatMap(({ id }) => client.getQueryData(runnerDetailQuery(account, id).queryKey) ?? []);
    const sorted = (values: readonly (string | null | undefined)[]) =>
      [...new Set(values.filter((value) => value !== null && value !== undefined && value !== ""))]
        .map(String)
        .toSorted(collator.compare);
    return {
      get tag() {
        return sorted(details().flatMap(({ tag_list }) => tag_list));
      },
      get version() {
        return sorted(details().map(({ version }) => version)).toReversed();
      },
      get platform() {
        return sorted(details().map(({ platform }) => platform));
      },
      get arch() {
        return sorted(details().map(({ architecture }) => architecture));
      },
      get project() {
        return sorted(
          details().flatMap(({ projects }) => projects.map((project) => project.path_with_namespace)),
        );
      },
    };
  }, [client, account, runners, cacheVersion]);
}

interface MatchingRows {
  /** Rows that match, in order. */
  readonly rows: readonly FleetRow[];
  /** Loaded runners of which it is not known yet whether they match. */
  readonly unknown: number;
  readonly reading: Reading;
}

/** Returns the loaded runners that match a query, sorted; reads what the query, the order or a chart needs. */
function useMatchingRows(
  account: string,
  runners: readonly Runner[],
  readAt: number,
  query: RunnerQuery,
  sort: Sort | null,
  everything: boolean,
): MatchingRows {
  const client = useQueryClient();
  const wanted = [queryNeeds(query), sortNeeds(sort), { details: everything, jobs: everything }];
  const reading = useNeededReadings(
    account,
    useMemo(() => runners.map(({ id }) => id), [runners]),
    { details: wanted.some(({ details }) => details), jobs: wanted.some(({ jobs }) => jobs) },
  );
  const { cacheVersion, isReading } = reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cache version means that the cache has more
  const matched = useMemo(() => {
    const read = readRunnerIds(client, account);
    const all = runners.map((runner) =>
      read.has(runner.id) ? joinReadings(client, account, runner, readAt) : fleetRow(runner),
    );
    const matches = all.map((row) => matchRunner(row, query));
    const unknown = matches.filter((match) => match === "unknown").length;
    return { rows: all.filter((_, index) => matches[index] === "yes"), unknown };
  }, [client, account, runners, readAt, query, cacheVersion]);
  // Rows would move all the time while values arrive.
  const order = isReading ? null : sort;
  const rows = useMemo(() => sortRows(matched.rows, order), [matched, order]);
  return { rows, unknown: matched.unknown, reading };
}
