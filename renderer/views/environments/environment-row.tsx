import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { getEnvironment } from "../../../shared/api/resources/environments.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { StatusIcon } from "../../features/ci/status-badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { DeployedBy, DeployedCommit } from "./deployment-parts.tsx";
import { EnvironmentMenu } from "./environment-menu.tsx";
import { EnvironmentLink, StateBadge } from "./environment-parts.tsx";
import styles from "./environments.module.css";

interface EnvironmentRowProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
  /** Whether the user may change environments. */
  readonly mayWrite: boolean;
}

/** Milliseconds after which what runs in an environment is read again. */
const refreshMs = 30_000;

/** An environment with what runs in it. Lists do not contain that, so it is read for visible rows. */
export function EnvironmentRow({ account, project, environment, mayWrite }: EnvironmentRowProps) {
  const detail = useOperation(
    getEnvironment,
    { id: project, environment_id: environment.id },
    { refetchInterval: refreshMs },
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
