import { useQueryClient } from "@tanstack/react-query";
import { GitCompareArrows, History, RotateCcw, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { listDeployments } from "../../../shared/api/resources/deployments.ts";
import type { Deployment, Environment } from "../../../shared/api/resources/environments.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { invalidateHere } from "../../api/query-client.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import rows from "../../features/bulk/selectable-row.module.css";
import { StatusIcon } from "../../features/ci/ci-status.tsx";
import { liveMs } from "../../features/ci/use-live-pipelines.ts";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { useEnvironmentActions } from "./environment-actions.tsx";
import {
  canRedeploy,
  comparedPair,
  DeployedBy,
  DeployedCommit,
  deployedChanges,
  hasSucceeded,
  isUnderWay,
} from "./environment-state.tsx";
import styles from "./environments.module.css";

interface DeploymentHistoryProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
  /** Deployment that runs now. */
  readonly currentId: number | null;
  readonly mayWrite: boolean;
}

/** Pixels of the row of a deployment. */
export const deploymentHeight = 52;

const orders = {
  newest: { label: "Newest first", order_by: "id", sort: "desc" },
  oldest: { label: "Oldest first", order_by: "id", sort: "asc" },
  updated: { label: "Recently updated", order_by: "updated_at", sort: "desc" },
  created: { label: "Recently created", order_by: "created_at", sort: "desc" },
  number: { label: "By number", order_by: "iid", sort: "asc" },
  ref: { label: "By branch or tag", order_by: "ref", sort: "asc" },
} as const;
type Order = keyof typeof orders;
const orderNames: readonly Order[] = ["newest", "oldest", "created", "updated", "number", "ref"];

const statuses = [
  { value: "", label: "All states" },
  { value: "success", label: "Passed" },
  { value: "failed", label: "Failed" },
  { value: "running", label: "Running" },
  { value: "canceled", label: "Canceled" },
  { value: "created", label: "Created" },
] as const;

/** The deployments of an environment, of which two can be compared. */
export function DeploymentHistory({
  account,
  project,
  environment,
  currentId,
  mayWrite,
}: DeploymentHistoryProps) {
  const [status, setStatus] = useState<(typeof statuses)[number]["value"]>("");
  const [order, setOrder] = useState<Order>("newest");
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  // Services before 12.x know no time of the last update, and refuse to order by it.
  const [knowsUpdates, setKnowsUpdates] = useState(true);
  const { order_by, sort } = orders[order === "updated" && !knowsUpdates ? "created" : order];
  const list = useOperationPages(
    listDeployments,
    {
      id: project,
      environment: environment.name,
      order_by,
      sort,
      per_page: 50,
      status: status || undefined,
    },
    { keepPrevious: true },
  );
  if (order_by === "updated_at" && list.error && toProblem(list.error).status === 400) setKnowsUpdates(false);
  // Services before 12.x list the deployments of all environments.
  const deployments = list.items.filter((one) => !one.environment || one.environment.id === environment.id);
  useLiveDeployments(account, deployments, currentId);
  const go = useGo();
  const pair = comparedPair(deployments, selected);
  const select = (id: number, chosen: boolean) =>
    setSelected((now) =>
      // A third replaces the first of the two selected.
      chosen ? new Set([...[...now].slice(-1), id]) : new Set([...now].filter((one) => one !== id)),
    );
  return (
    <section className={flow.fillColumn} aria-labelledby="deployments">
      <div className={layout.bar}>
        <h2 id="deployments" className={styles.heading}>
          Deployments
          {list.total ? <span className={styles.count}>{list.total.toLocaleString()}</span> : null}
        </h2>
        <Select label="State" hideLabel value={status} onChange={setStatus} options={statuses} size="s" />
        <Select
          label="Order"
          hideLabel
          value={order}
          onChange={setOrder}
          options={orderNames
            .filter((value) => knowsUpdates || value !== "updated" || value === order)
            .map((value) => ({ value, label: orders[value].label }))}
          size="s"
        />
        <span className={flow.grow} />
        {pair ? (
          <Button asChild size="s" variant="primary" icon={GitCompareArrows}>
            <AppLink href={deployedChanges({ account, project }, pair[0], pair[1])}>
              Compare {pair[0].sha.slice(0, 8)} with {pair[1].sha.slice(0, 8)}
            </AppLink>
          </Button>
        ) : deployments.length < 2 ? null : (
          <span className={layout.small}>
            {selected.size === 1
              ? "Select one more deployment to compare"
              : "Select two deployments to compare"}
          </span>
        )}
      </div>
      <PagedList
        label="Deployments"
        list={list}
        items={deployments}
        scope={`${status} ${order}`}
        compact
        padded
        mark={16}
        empty={
          list.hasNextPage ? null : (
            <EmptyState
              compact
              icon={History}
              title={status ? "No matches" : "No deployments yet"}
              description={
                status ? "No deployments with this status." : "Jobs that name this environment deploy to it."
              }
            />
          )
        }
        itemKey={({ id }) => id}
        rowHeight={deploymentHeight}
        onOpen={({ deployable, sha }) =>
          go(deployable ? hrefs.job(account, project, deployable.id) : hrefs.commit(account, project, sha))
        }
        onKey={({ key }, { id }) => {
          if (key === " ") select(id, !selected.has(id));
          return key === " ";
        }}
        renderItem={(deployment, index) => (
          <DeploymentRow
            account={account}
            project={project}
            environment={environment}
            deployment={deployment}
            mayWrite={mayWrite}
            previous={order === "newest" ? deployments.slice(index + 1).find(hasSucceeded) : undefined}
            current={deployment.id === currentId}
            selected={selected.has(deployment.id)}
            onSelect={(chosen) => select(deployment.id, chosen)}
          />
        )}
      />
    </section>
  );
}

/**
 * Keeps a history of deployments and the state of its environment current: it is read again when another
 * deployment became the current one, and every few seconds while one is under way.
 */
function useLiveDeployments(
  account: string,
  deployments: readonly Deployment[],
  currentId: number | null,
): void {
  const client = useQueryClient();
  const shownId = useRef(currentId);
  useEffect(() => {
    if (shownId.current === currentId) return;
    shownId.current = currentId;
    void invalidateHere(client, account, ["deployments"]);
  }, [client, account, currentId]);
  const isLive = deployments.some(isUnderWay);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") {
        void invalidateHere(client, account, ["deployments", "environments"]);
      }
    }, liveMs);
    return () => clearInterval(timer);
  }, [client, account, isLive]);
}

interface DeploymentRowProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
  readonly deployment: Deployment;
  /** The deployment that this one replaced, where it is known. */
  readonly previous: Deployment | undefined;
  /** Whether this is what runs now. */
  readonly current: boolean;
  readonly mayWrite: boolean;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
}

/** One deployment: its commit, job, time and user, what it changed, and a way to deploy it again. */
function DeploymentRow({
  account,
  project,
  environment,
  deployment,
  previous,
  current,
  mayWrite,
  selected,
  onSelect,
}: DeploymentRowProps) {
  const actions = useEnvironmentActions(account, project);
  const scope = { account, project };
  const { deployable, sha, iid } = deployment;
  const status = deployment.status ?? deployable?.status ?? "success";
  const again = current ? `Deploy ${sha.slice(0, 8)} again` : `Roll back to ${sha.slice(0, 8)}`;
  return (
    <div className={cx(styles.deployment, rows.selectable, selected && rows.selected)}>
      <Checkbox label={`Compare deployment ${iid}`} hideLabel checked={selected} onChange={onSelect} />
      <StatusIcon status={status} />
      <div className={styles.cell}>
        <div className={styles.line}>
          <DeployedCommit {...scope} deployment={deployment} />
        </div>
        <div className={styles.sub}>
          <span>#{iid}</span>
          {current ? <Badge tone="added">Current</Badge> : null}
          <bdi className={styles.ref}>{deployment.ref}</bdi>
          <span className={styles.narrowTime}>
            <RelativeTime time={deployment.created_at} />
          </span>
          {deployable ? (
            <AppLink href={hrefs.job(scope.account, scope.project, deployable.id)} className={styles.job}>
              <bdi className={styles.ref}>{deployable.name}</bdi> #{deployable.id}
            </AppLink>
          ) : null}
        </div>
      </div>
      <div className={styles.since}>
        <RelativeTime time={deployment.created_at} />
        <DeployedBy deployment={deployment} />
      </div>
      <div className={styles.rowActions}>
        {previous && previous.sha !== sha ? (
          <AppLink
            href={deployedChanges(scope, previous, deployment)}
            className={styles.iconLink}
            aria-label={`Changes of deployment ${iid} since ${previous.sha.slice(0, 8)}`}
            title={`Changes since ${previous.sha.slice(0, 8)}`}
          >
            <Icon of={GitCompareArrows} />
          </AppLink>
        ) : null}
        {mayWrite && canRedeploy(deployment) ? (
          <IconButton
            writes
            label={again}
            icon={current ? RotateCw : RotateCcw}
            onClick={() => void actions.redeploy(environment, deployment, current)}
          />
        ) : null}
      </div>
    </div>
  );
}
