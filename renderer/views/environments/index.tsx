import { useParams } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import { getEnvironment } from "../../../shared/api/resources/environments.ts";
import { useOperation } from "../../api/use-operation.ts";
import { EntryError } from "../../features/addresses/entry-error.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useRouteName } from "../../features/addresses/use-route.ts";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { LongTitle } from "../../ui/marks/long-title.tsx";
import { MetaParts } from "../../ui/marks/meta-parts.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { DeploymentHistory, deploymentHeight } from "./deployment-history.tsx";
import { EnvironmentMenu } from "./environment-actions.tsx";
import { DeployedBy, DeployedCommit, EnvironmentLink, StateBadge } from "./environment-state.tsx";
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
          <EntryError
            error={found.error}
            entry={`Environment #${number}`}
            list={{ label: "Environments", href: hrefs.project(account, project, "environments") }}
            onRetry={() => void found.refetch()}
          />
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

export { EnvironmentsView } from "./environments-view.tsx";
