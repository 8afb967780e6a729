import { useParams } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { getEnvironment } from "../../../shared/api/resources/environments.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useRouteName } from "../../features/addresses/use-route-name.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { cx } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { LongTitle } from "../../ui/long-title.tsx";
import { MetaParts } from "../../ui/meta-parts.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DeploymentHistory, deploymentHeight } from "./deployment-history.tsx";
import { DeployedBy, DeployedCommit } from "./deployment-parts.tsx";
import { EnvironmentMenu } from "./environment-menu.tsx";
import { EnvironmentLink, StateBadge } from "./environment-parts.tsx";
import styles from "./environments.module.css";

/** Milliseconds after which what runs in an environment is read again. */
const refreshMs = 30_000;
/** Pixels of the bar above the deployments. */
const barHeight = 40;

/** One environment: what runs in it, and the history of its deployments. */
export function EnvironmentView() {
  const {
    account,
    project,
    environment: number,
  } = useParams({
    from: "/a/$account/p/$project/environments/$environment",
  });
  const mayWrite = useHasAccess(project, accessLevels.developer);
  const found = useOperation(
    getEnvironment,
    { id: project, environment_id: Number(number) },
    { refetchInterval: refreshMs },
  );
  useRouteName(found.data?.name);
  if (!found.data) {
    return (
      <div className={cx(layout.page, styles.page)}>
        <PageHeader
          icon={Rocket}
          title={`Environment #${number}`}
          meta={found.isPending ? null : undefined}
        />
        {found.isPending ? (
          <Skeleton
            page
            lines={8}
            heading={barHeight}
            height={deploymentHeight}
            mark={16}
            label="Loading the environment"
          />
        ) : (
          <ErrorState {...describeProblem(found.error)} onRetry={() => void found.refetch()} />
        )}
      </div>
    );
  }
  const environment = found.data;
  const last = environment.last_deployment;
  const scope = { account, project };
  return (
    <div className={cx(layout.page, styles.page)}>
      <PageHeader
        icon={Rocket}
        title={<LongTitle text={environment.name} />}
        state={<StateBadge environment={environment} />}
        meta={
          <MetaParts>
            <EnvironmentLink environment={environment} />
            {last ? (
              <>
                <span className={styles.runs}>
                  runs <DeployedCommit {...scope} deployment={last} />
                </span>
                <DeployedBy deployment={last} />
                <span>
                  deployed <RelativeTime time={last.created_at} />
                </span>
              </>
            ) : (
              <span>Nothing deployed yet</span>
            )}
          </MetaParts>
        }
        actions={mayWrite ? <EnvironmentMenu {...scope} environment={environment} isPage /> : null}
      />
      <DeploymentHistory
        {...scope}
        environment={environment}
        currentId={last?.id ?? null}
        mayWrite={mayWrite}
      />
    </div>
  );
}
