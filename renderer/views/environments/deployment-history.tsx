import { GitCompareArrows, History } from "lucide-react";
import { useState } from "react";
import { listDeployments } from "../../../shared/api/resources/deployments.ts";
import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { toProblem } from "../../api/host.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { PagedList } from "../../features/paged-list/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { Select } from "../../ui/select.tsx";
import own from "./deployment-history.module.css";
import { DeploymentRow } from "./deployment-row.tsx";
import { comparedPair, deployedChanges, hasSucceeded } from "./environment-state.ts";
import { useLiveDeployments } from "./use-live-deployments.ts";

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
      ...(status ? { status } : {}),
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
        <h2 id="deployments" className={own.heading}>
          Deployments
          {list.total ? <span className={own.count}>{list.total.toLocaleString()}</span> : null}
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
            {...{ account, project, environment, deployment, mayWrite }}
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
