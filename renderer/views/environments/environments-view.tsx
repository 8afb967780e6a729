import { Plus, Rocket } from "lucide-react";
import { useMemo, useState } from "react";
import { z } from "zod";
import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { listEnvironments } from "../../../shared/api/resources/environments.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { EnvironmentDialog } from "./environment-dialog.tsx";
import { EnvironmentRow } from "./environment-row.tsx";
import { isStopped } from "./environment-state.ts";
import styles from "./environments.module.css";

const environmentsSearch = z.object({
  search: z.string().optional(),
  state: z.enum(["available", "stopped"]).optional().catch(undefined),
});

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
    useMemo(() => {
      const section = "Environments";
      const run = () => setCreating(true);
      return mayWrite ? [{ id: "environment.new", title: "New environment…", section, icon: Plus, run }] : [];
    }, [mayWrite]),
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
      ) : (
        <>
          <search className={layout.bar} aria-label="Environments">
            <SearchField
              label="Filter environments"
              placeholder="Filter by name or URL"
              value={search}
              onChange={(text) => changeSearch({ search: text })}
              className={layout.search}
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
          {isPending ? (
            <Skeleton page lines={6} height={64} label="Loading environments" />
          ) : shown.length === 0 ? (
            <EmptyState
              icon={Rocket}
              title="No matches"
              description="Try different words or another state."
            />
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
                <EnvironmentRow {...{ account, project, environment, mayWrite }} />
              )}
            />
          )}
        </>
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
