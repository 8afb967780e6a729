import { Plus, Rocket } from "lucide-react";
import { useMemo, useState } from "react";
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
import { StatusIcon } from "../../features/ci/ci-status.tsx";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { EnvironmentDialog, EnvironmentMenu } from "./environment-actions.tsx";
import { DeployedBy, DeployedCommit, EnvironmentLink, isStopped, StateBadge } from "./environment-state.tsx";
import styles from "./environments.module.css";

const environmentsSearch = {
  search: anyText,
  state: oneOf("available", "stopped"),
};

/** Milliseconds after which the list is read again. */
const refreshMs = 60_000;

type StateFilter = "all" | "available" | "stopped";

/** The environments of a project: what runs where, since when, from which commit and job. */
export function EnvironmentsView() {
  const { account, project } = useProjectRoute();
  const [{ search = "", state: filter = "all" }, changeSearch] = useAddressSearch(environmentsSearch);
  const [creating, setCreating] = useState(false);
  const mayWrite = useHasAccess(project, accessLevels.developer);
  const go = useGo();
  const environments = useOperationAll(
    listEnvironments,
    { id: project, per_page: 100 },
    { refetchInterval: refreshMs },
  );
  useRegisterCommands(
    mayWrite
      ? [
          {
            id: "environment.new",
            title: "New environment…",
            section: "Environments",
            icon: Plus,
            run: () => setCreating(true),
          },
        ]
      : [],
  );
  const shown = useMemo(
    () => matching(environments.data ?? [], search, filter),
    [environments.data, search, filter],
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
        meta={
          length ? `${length} ${length === 1 ? "environment" : "environments"}` : isPending ? null : undefined
        }
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
                  { value: "stopped", label: "Stopped" },
                ]}
              />
            </search>
          ) : undefined
        }
        // The empty state has it below.
        actions={environments.data && length === 0 ? null : create}
      />
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
          renderItem={(environment) => (
            <EnvironmentRow
              account={account}
              project={project}
              environment={environment}
              mayWrite={mayWrite}
            />
          )}
        />
      )}
      {creating ? <EnvironmentDialog project={project} onClose={() => setCreating(false)} /> : null}
    </div>
  );
}

/** Older services support neither search nor state, so that both are filtered here. */
function matching(
  environments: readonly Environment[],
  search: string,
  state: StateFilter,
): readonly Environment[] {
  const wanted = search.trim().toLowerCase();
  return environments
    .filter((one) => state === "all" || isStopped(one) === (state === "stopped"))
    .filter(({ name, external_url }) => `${name}\n${external_url ?? ""}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isStopped(a)) - Number(isStopped(b)) || a.name.localeCompare(b.name, "en"));
}

interface EnvironmentRowProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
  /** Whether the user may change environments. */
  readonly mayWrite: boolean;
}

/** Milliseconds after which what runs in an environment is read again. */
const environmentRowRefreshMs = 30_000;

/** An environment with what runs in it. Lists do not contain that, so it is read for visible rows. */
function EnvironmentRow({ account, project, environment, mayWrite }: EnvironmentRowProps) {
  const detail = useOperation(
    getEnvironment,
    { id: project, environment_id: environment.id },
    { refetchInterval: environmentRowRefreshMs },
  );
  const last = detail.data?.last_deployment;
  const scope = { account, project };
  return (
    <div className={styles.row}>
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
      {mayWrite ? <EnvironmentMenu {...scope} environment={environment} /> : null}
    </div>
  );
}
