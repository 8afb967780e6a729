import { CirclePlay, Workflow, X } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { Account } from "../../../shared/host/accounts.ts";
import { endedWord } from "../../../shared/host/watch-end.ts";
import { type Watch, watchRoutes } from "../../../shared/host/watches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callHost } from "../../api/fetch-host.ts";
import { AccountScope } from "../../features/accounts/account-scope.tsx";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { JobLink } from "../../features/ci/ci-links.tsx";
import { StatusIcon } from "../../features/ci/ci-status.tsx";
import { useAccountIdentity, useAccountLabel, useAccounts, useHostState } from "../../state/host-state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { useRowSelection } from "../../ui/lists/row-selection.ts";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AccountJobs, openActionsOf } from "./account-jobs.tsx";
import { CiTabs } from "./ci-tabs.tsx";
import styles from "./ci-view.module.css";
import { type ChosenJob, JobBulkBar } from "./job-bulk-bar.tsx";
import { JobsPanel } from "./jobs-panel.tsx";

const shows = [
  { value: "failed", label: "Failed" },
  { value: "running", label: "Running" },
  { value: "watched", label: "Watched" },
] as const;
const owners = [
  { value: "mine", label: "Mine" },
  { value: "everyone", label: "Everyone" },
] as const;

const ciSearch = { show: anyText, of: anyText, account: anyText };

/** Failed, running and watched jobs in the projects of every account, or of one. */
export function CiView() {
  const [search, changeSearch] = useAddressSearch(ciSearch);
  const all = useAccounts();
  const one = all.find(({ id }) => id === search.account);
  const accounts = one ? [one] : all;
  const show = shows.find(({ value }) => value === search.show)?.value ?? "failed";
  const owner = owners.find(({ value }) => value === search.of)?.value ?? "mine";
  return (
    <div className={layout.page}>
      <PageHeader
        title="CI"
        icon={Workflow}
        state={<AccountSwitch list="ci" account={one?.id ?? null} />}
        tools={
          <>
            {show === "watched" ? null : (
              <SegmentedControl
                label="Of"
                value={owner}
                options={owners}
                onChange={(value) => changeSearch({ of: value })}
              />
            )}
            <SegmentedControl
              label="Show"
              value={show}
              options={shows}
              onChange={(value) => changeSearch({ show: value })}
            />
          </>
        }
      />
      {accounts.length === 0 ? (
        <EmptyState icon={Workflow} title="No accounts" description="Add an account to see its jobs." />
      ) : (
        <section className={layout.sections} aria-label="Accounts" {...focusable}>
          {show === "watched" ? (
            accounts.map((account) => <WatchedSection key={account.id} account={account} />)
          ) : (
            <JobsOfAccounts accounts={accounts} show={show} isMine={owner === "mine"} />
          )}
        </section>
      )}
    </div>
  );
}

const focusable = { tabIndex: 0 };

interface JobsOfAccountsProps {
  readonly accounts: readonly Account[];
  readonly show: "failed" | "running";
  readonly isMine: boolean;
}

type Listed = ReadonlyMap<string, readonly ChosenJob[]>;

/** The failed or running jobs of all accounts, and the actions on those that are selected in any of them. */
function JobsOfAccounts({ accounts, show, isMine }: JobsOfAccountsProps) {
  const [listed, setListed] = useState<Listed>(new Map());
  const onListed = useCallback((account: string, jobs: readonly ChosenJob[]) => {
    setListed((before) => new Map(before).set(account, jobs));
  }, []);
  const entries = useMemo(() => accounts.flatMap(({ id }) => listed.get(id) ?? []), [accounts, listed]);
  const order = useMemo(() => entries.map(({ key }) => key), [entries]);
  const selection = useRowSelection(order);
  const label = useAccountLabel();
  const chosen = entries
    .filter(({ key }) => selection.selected.has(key))
    .map((entry) => ({ entry, actions: openActionsOf(entry.job) }));
  const labels = new Set(chosen.map(({ entry }) => label(entry.account)));
  return (
    <>
      {accounts.map((account) => (
        <AccountScope key={account.id} account={account.id}>
          <AccountJobs
            account={account}
            show={show}
            isMine={isMine}
            selection={selection}
            onListed={onListed}
          />
        </AccountScope>
      ))}
      <div className={styles.bulk}>
        <JobBulkBar
          chosen={chosen}
          selection={selection}
          where={[...labels].filter((name) => name !== null).join(", ")}
          textOf={({ account, project }) => [project, label(account)].filter(Boolean).join(" · ")}
        />
      </div>
    </>
  );
}

const FlakyTests = lazy(async () => ({ default: (await import("./flaky/flaky-tests-view.tsx")).FlakyTests }));
const PipelineComparison = lazy(async () => ({
  default: (await import("./compare/comparison-view.tsx")).PipelineComparison,
}));

/** The tests of a project that fail now and then. */
export function FlakyTestsView() {
  const { account, project } = useProjectRoute();
  return (
    <Suspense>
      <FlakyTests tabs={<CiTabs account={account} project={project} current="flaky_tests" />} />
    </Suspense>
  );
}

/** Two pipelines side by side. */
export const PipelineComparisonView = () => (
  <Suspense>
    <PipelineComparison />
  </Suspense>
);

/** The jobs of a project in every state. */
export function JobsView() {
  const { account, project } = useProjectRoute();
  return (
    <div className={layout.page}>
      <PageHeader
        // Its tab says it.
        title={<VisuallyHidden>Jobs</VisuallyHidden>}
        icon={CirclePlay}
        tabs={<CiTabs account={account} project={project} current="jobs" />}
      />
      <JobsPanel account={account} project={project} />
    </div>
  );
}
export { PipelineView } from "./pipeline-view.tsx";
export { PipelinesView } from "./pipelines-view.tsx";
export { SchedulesView } from "./schedules/schedules-view.tsx";

/** The watched jobs and pipelines of an account, by project. */
function WatchedSection({ account }: { readonly account: Account }) {
  const name = useAccountIdentity()(account);
  const watches = useHostState((state) => state.watches).filter(({ accountId }) => accountId === account.id);
  const projects = Map.groupBy(watches, ({ project }) => project);
  return (
    <Section className={styles.account} title={name}>
      {watches.length === 0 ? (
        <p className={layout.muted}>
          Nothing is watched. Watch a job or pipeline to be notified when it ends.
        </p>
      ) : (
        [...projects].map(([path, entries]) => (
          <div key={path} className={styles.project}>
            <h3 className={styles.path}>
              <AppLink href={hrefs.project(account.id, path, "pipelines")}>{path}</AppLink>
            </h3>
            <ul className={styles.rows} aria-label={`Watched in ${path}`}>
              {entries.map((watch) => (
                <li key={watch.key}>
                  <WatchRow watch={watch} />
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
    </Section>
  );
}

function WatchRow({ watch }: { readonly watch: Watch }) {
  const { accountId: account, project, id, kind, name, ref, status, addedAt, endedAt } = watch;
  const stop = () =>
    void callHost(watchRoutes.remove, { key: watch.key }).catch((error: unknown) =>
      toast.problem("The list was not changed", describeProblem(error)),
    );
  return (
    <div className={styles.row}>
      <StatusIcon status={status ?? "created"} size={18} />
      <span className={styles.text}>
        <span className={styles.line}>
          {kind === "job" ? (
            <JobLink className={styles.name} account={account} project={project} job={id}>
              {name}
            </JobLink>
          ) : (
            <AppLink className={styles.name} href={watch.path}>
              {name}
            </AppLink>
          )}
        </span>
        <span className={cx(layout.small, styles.meta)}>
          <span>{kind === "merge" ? `!${id}` : `#${id}`}</span>
          {ref ? <bdi>{ref}</bdi> : null}
          <span>{endedAt ? endedWord(watch) : "watched since"}</span>
          <RelativeTime time={endedAt ?? addedAt} />
        </span>
      </span>
      <span className={styles.action}>
        <IconButton
          label={endedAt ? `Remove ${name} from list` : `Stop watching ${name}`}
          icon={X}
          onClick={stop}
        />
      </span>
    </div>
  );
}
