import { useMemo, useState } from "react";
import { z } from "zod";
import { describeProblem } from "../../api/describe-problem.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { useAccount } from "../../state/host-state.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { useRowSelection } from "../../ui/row-selection.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import pane from "../../ui/table-pane.module.css";
import { tableHeadHeight } from "../../ui/virtual-table.tsx";
import { ActionDialog } from "./bulk/action-dialog.tsx";
import type { BulkRequest } from "./bulk/bulk-request.ts";
import { RunnerBulkBar } from "./bulk/runner-bulk-bar.tsx";
import { FleetCharts } from "./charts/fleet-charts.tsx";
import { RunnerPanel } from "./detail/runner-panel.tsx";
import { fleetScope } from "./filter/fleet-scope.ts";
import { RunnerFilterBar } from "./filter/runner-filter-bar.tsx";
import { isMatchedHere, parseRunnerQuery } from "./filter/runner-query.ts";
import { useLoadAll } from "./fleet/use-load-all.ts";
import { FleetFooter } from "./fleet-footer.tsx";
import { FleetHeader } from "./fleet-header.tsx";
import { NoRunners } from "./no-runners.tsx";
import { FleetTable } from "./table/fleet-table.tsx";
import { parseSort } from "./table/sort-rows.ts";
import { useFleet } from "./use-fleet.ts";
import { useMatchingRows } from "./use-matching-rows.ts";
import { useSeenValues } from "./use-seen-values.ts";

const runnersSearch = z.object({
  q: z.string().optional(),
  sort: z.string().optional(),
  runner: z.string().optional(),
  view: z.string().optional(),
});

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
        {...{ account, project, scope, showsCharts, rows }}
        isComplete={!list.hasNextPage}
        onCharts={() => change({ view: showsCharts ? undefined : "charts" })}
      />
      <RunnerFilterBar {...{ account, scope, query, seen }} text={q} onText={setQuery} />
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
            <FleetCharts {...{ account, rows, reading }} onOpen={(id) => change({ runner: String(id) })} />
          ) : (
            <FleetTable
              {...{ account, rows, sort, selection, open }}
              total={isMatchedHere(query) ? undefined : list.total}
              scope={`${q} ${search.sort ?? ""}`}
              onSort={(next) => change({ sort: next ? `${next.key}-${next.direction}` : undefined })}
              onOpen={(id) => change({ runner: String(id) })}
              onEnd={loading.onEnd}
            />
          )}
          {failure ? null : chosen.length > 0 && !showsCharts ? (
            <RunnerBulkBar
              {...{ chosen, rows, loading, selection }}
              total={isMatchedHere(query) ? undefined : list.total}
              onRequest={setRequest}
            />
          ) : (
            <FleetFooter {...{ list, rows, unknown, reading, sort, loading }} />
          )}
        </div>
        {open === null ? null : (
          <RunnerPanel
            key={open}
            {...{ account, project, isAdmin }}
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
          {...{ account, project, isAdmin, request, seen }}
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
