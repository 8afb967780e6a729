import { Plus, Rocket, Timer } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import {
  type Environment,
  getEnvironment,
  listEnvironments,
} from "../../../shared/api/resources/environments.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText, oneOf } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { SelectableRow, useSelectableList } from "../../features/bulk/selectable-row.tsx";
import { StatusIcon } from "../../features/ci/ci-status.tsx";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { type RowSelection, useRowSelection } from "../../ui/lists/row-selection.ts";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import type { BranchEnd } from "./branch-end.ts";
import { EnvironmentDialog, EnvironmentMenu } from "./environment-actions.tsx";
import {
  DeployedBy,
  DeployedCommit,
  EnvironmentLink,
  environmentsText,
  isStopped,
  StateBadge,
} from "./environment-state.tsx";
import styles from "./environments.module.css";
import { isStale, staleRules, useEnvironmentFacts } from "./stale-environments.ts";

const EnvironmentBulkBar = lazy(async () => ({
  default: (await import("./environment-bulk-bar.tsx")).EnvironmentBulkBar,
}));

const environmentsSearch = {
  search: anyText,
  state: oneOf("available", "stale", "stopped"),
  /** Rule by which environments are stale. */
  stale: oneOf("7", "30", "90", "branch"),
};

/** Milliseconds after which the list is read again. */
const refreshMs = 60_000;

type StateFilter = "all" | "available" | "stale" | "stopped";

/** The environments of a project: what runs where, since when, from which commit and job. */
export function EnvironmentsView() {
  const { account, project } = useProjectRoute();
  const [{ search = "", state: filter = "all", stale: rule = "30" }, changeSearch] =
    useAddressSearch(environmentsSearch);
  const [openedAt] = useState(Date.now);
  const [creating, setCreating] = useState(false);
  const mayWrite = useHasAccess(project, accessLevels.developer);
  const go = useGo();
  const environments = useOperationAll(
    listEnvironments,
    { id: project, per_page: 100 },
    { refetchInterval: refreshMs },
  );
  const section = "Environments";
  useRegisterCommands([
    {
      id: "environment.stale",
      title: "Show stale environments",
      section,
      icon: Timer,
      run: () => changeSearch({ state: "stale" }),
    },
    ...(mayWrite
      ? [
          {
            id: "environment.new",
            title: "New environment…",
            section,
            icon: Plus,
            run: () => setCreating(true),
          },
        ]
      : []),
  ]);
  const read = useEnvironmentFacts(account, project, filter === "stale" ? (environments.data ?? null) : null);
  const { facts } = read;
  const isChecking = filter === "stale" && read.isReading;
  const shown = useMemo(() => {
    const found = matching(environments.data ?? [], search, filter);
    if (filter !== "stale") return found;
    return found.filter(({ id }) => {
      const known = facts.get(id);
      return known !== undefined && isStale(known, rule, openedAt);
    });
  }, [environments.data, search, filter, facts, rule, openedAt]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useRowSelection(order);
  const listProps = useSelectableList({
    rows: shown,
    selection,
    all: environmentsText(order.length),
    keysOf: ({ id }) => [id],
  });
  const chosen = useMemo(
    () => shown.filter(({ id }) => selection.selected.has(id)),
    [shown, selection.selected],
  );
  const { length } = environments.data ?? [];
  const { isPending } = environments;
  const create = mayWrite ? (
    <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
      New environment
    </Button>
  ) : null;
  return (
    <div className={cx(layout.page, styles.page)}>
      <PageHeader
        title="Environments"
        icon={Rocket}
        meta={length ? metaOf(length, filter === "stale" ? read.failed : 0) : isPending ? null : undefined}
        tools={
          length > 0 || (isPending && !environments.error) ? (
            <search aria-label="Environments">
              <SearchField
                label="Filter environments"
                placeholder="Filter by name or URL"
                value={search}
                onChange={(text) => changeSearch({ search: text })}
              />
              <SegmentedControl
                label="State"
                value={filter}
                onChange={(chosen) => changeSearch({ state: chosen === "all" ? undefined : chosen })}
                options={[
                  { value: "all", label: "All" },
                  { value: "available", label: "Available" },
                  { value: "stale", label: "Stale" },
                  { value: "stopped", label: "Stopped" },
                ]}
              />
            </search>
          ) : undefined
        }
        // The empty state has it below.
        actions={environments.data && length === 0 ? null : create}
      />
      {filter === "stale" && length > 0 ? (
        <div className={layout.bar}>
          <Select
            label="Stale"
            hideLabel
            value={rule}
            onChange={(chosen) => changeSearch({ stale: chosen === "30" ? undefined : chosen })}
            options={staleRules}
          />
        </div>
      ) : null}
      {environments.error && !environments.data ? (
        <ErrorState {...describeProblem(environments.error)} onRetry={() => void environments.refetch()} />
      ) : length === 0 && !isPending ? (
        <EmptyState
          icon={Rocket}
          title="No environments yet"
          description={
            <>
              A job with <code>environment:</code> in <code className={layout.whole}>.gitlab-ci.yml</code>{" "}
              creates one when it runs.
            </>
          }
          actions={create}
        />
      ) : isPending ? (
        <Skeleton page lines={6} height={64} label="Loading environments" />
      ) : isChecking ? (
        <div role="status" className={cx(layout.padded, flow.stack)}>
          <ProgressBar label="Checking environments" value={read.done / Math.max(1, length ?? 1)} />
          {read.done.toLocaleString()} of {environmentsText(length ?? 0)} checked
        </div>
      ) : shown.length === 0 && filter === "stale" && search.trim() === "" ? (
        <EmptyState
          icon={Rocket}
          title="No stale environments"
          description="Each one was deployed recently, or its branch is in use."
        />
      ) : shown.length === 0 ? (
        <EmptyState icon={Rocket} title="No matches" description="Try different words or another state." />
      ) : (
        <VirtualList
          label="Environments"
          role="list"
          className={layout.list ?? ""}
          items={shown}
          scope={`${filter} ${search}`}
          itemKey={({ id }) => id}
          rowHeight={64}
          onOpen={({ id }) => go(hrefs.environment(account, project, id))}
          {...(mayWrite ? listProps : {})}
          renderItem={(environment) => (
            <EnvironmentRow
              account={account}
              project={project}
              environment={environment}
              branchEnd={(filter === "stale" && facts.get(environment.id)?.branchEnd) || null}
              selection={mayWrite ? selection : null}
            />
          )}
        />
      )}
      {chosen.length > 0 ? (
        <Suspense>
          <EnvironmentBulkBar account={account} project={project} chosen={chosen} selection={selection} />
        </Suspense>
      ) : null}
      {creating ? <EnvironmentDialog project={project} onClose={() => setCreating(false)} /> : null}
    </div>
  );
}

const metaOf = (count: number, failed: number): string =>
  `${environmentsText(count)}${failed > 0 ? ` · ${failed.toLocaleString()} could not be checked` : ""}`;

/** Older services support neither search nor state, so that both are filtered here. */
function matching(
  environments: readonly Environment[],
  search: string,
  state: StateFilter,
): readonly Environment[] {
  const wanted = search.trim().toLowerCase();
  return environments
    .filter((one) => state === "all" || state === "stale" || isStopped(one) === (state === "stopped"))
    .filter(({ name, external_url }) => `${name}\n${external_url ?? ""}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isStopped(a)) - Number(isStopped(b)) || a.name.localeCompare(b.name, "en"));
}

interface EnvironmentRowProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
  readonly branchEnd: BranchEnd | null;
  /** Null where the user may not change environments. */
  readonly selection: RowSelection | null;
}

/** Milliseconds after which what runs in an environment is read again. */
const environmentRowRefreshMs = 30_000;

/** An environment with what runs in it. Lists do not contain that, so it is read for visible rows. */
function EnvironmentRow({ account, project, environment, branchEnd, selection }: EnvironmentRowProps) {
  const detail = useOperation(
    getEnvironment,
    { id: project, environment_id: environment.id },
    { refetchInterval: environmentRowRefreshMs },
  );
  const last = detail.data?.last_deployment;
  const scope = { account, project };
  const cells = (
    <>
      <div className={styles.cell}>
        <div className={styles.line}>
          <AppLink
            href={hrefs.environment(scope.account, scope.project, environment.id)}
            className={styles.name}
          >
            <bdi>{environment.name}</bdi>
          </AppLink>
          <StateBadge environment={environment} />
        </div>
        <div className={styles.sub}>
          <EnvironmentLink environment={environment} />
        </div>
      </div>
      {last ? (
        <>
          <div className={styles.cell}>
            <div className={styles.line}>
              <DeployedCommit {...scope} deployment={last} />
            </div>
            <div className={styles.sub}>
              <bdi className={styles.ref}>{last.ref}</bdi>
              {branchEnd ? <Badge tone="warning">{branchEnd}</Badge> : null}
              <span className={styles.narrowTime}>
                <RelativeTime time={last.created_at} />
              </span>
              {last.deployable ? (
                <AppLink
                  href={hrefs.job(scope.account, scope.project, last.deployable.id)}
                  className={styles.job}
                >
                  <StatusIcon status={last.deployable.status} size={14} />
                  <bdi className={styles.ref}>{last.deployable.name}</bdi> #{last.deployable.id}
                </AppLink>
              ) : null}
            </div>
          </div>
          <div className={styles.since}>
            <RelativeTime time={last.created_at} />
            <DeployedBy deployment={last} />
          </div>
        </>
      ) : (
        <div className={styles.nothing}>
          {detail.isPending ? null : detail.error ? "Could not be loaded" : "Nothing deployed yet"}
        </div>
      )}
      {selection ? <EnvironmentMenu {...scope} environment={environment} /> : null}
    </>
  );
  return selection ? (
    <SelectableRow
      selection={selection}
      rowKey={environment.id}
      label={`Select ${environment.name}`}
      className={cx(styles.row, styles.selectable)}
    >
      {cells}
    </SelectableRow>
  ) : (
    <div className={styles.row}>{cells}</div>
  );
}
