import { GitCompareArrows, RotateCcw, RotateCw } from "lucide-react";
import type { Deployment, Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { StatusIcon } from "../../features/ci/status-badge.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { DeployedBy, DeployedCommit } from "./deployment-parts.tsx";
import { canRedeploy, deployedChanges } from "./environment-state.ts";
import styles from "./environments.module.css";
import { useEnvironmentActions } from "./use-environment-actions.ts";

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
export function DeploymentRow({
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
    <div className={styles.deployment} data-selected={selected}>
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
            label={again}
            icon={current ? RotateCw : RotateCcw}
            onClick={() => void actions.redeploy(environment, deployment, current)}
          />
        ) : null}
      </div>
    </div>
  );
}
