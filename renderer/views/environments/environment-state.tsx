import { CircleStop, ExternalLink } from "lucide-react";
import type { Deployment, Environment } from "../../../shared/api/resources/environments.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { isActiveStatus } from "../../features/ci/ci-status.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import layout from "../../ui/theme/layout.module.css";
import styles from "./environments.module.css";

/** Returns whether an environment can only be deleted; services before 13.x do not report it. */
export const isStopped = ({ state }: Environment): boolean => state === "stopped";

/** Returns whether an environment can be deleted; older services do not report whether one is stopped. */
export const isDeletable = ({ state }: Environment): boolean => state === "stopped" || state === undefined;

/** "1 environment", "12 environments". */
export const environmentsText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "environment" : "environments"}`;

/** Returns the URL of an environment where it is one that a browser may open. */
export function environmentUrl({ external_url }: Environment): URL | null {
  if (!external_url || !URL.canParse(external_url)) return null;
  const url = new URL(external_url);
  return /^https?:$/.test(url.protocol) ? url : null;
}

const retryable = new Set(["success", "failed", "canceled"]);

/** Returns whether the job of a deployment can run again, which deploys the same commit again. */
export const canRedeploy = ({ deployable }: Deployment): boolean =>
  deployable != null && !deployable.archived && retryable.has(deployable.status);

/** Services before 12.x list only successful deployments. */
const stateOf = ({ status, deployable }: Deployment): string => status ?? deployable?.status ?? "success";

/** Returns whether a deployment succeeded: the newest of those is what runs. */
export const hasSucceeded = (deployment: Deployment): boolean => stateOf(deployment) === "success";

/** Returns whether a deployment has begun and not ended; one of a manual job waits for somebody. */
export const isUnderWay = (deployment: Deployment): boolean =>
  isActiveStatus(stateOf(deployment)) && deployment.deployable?.status !== "manual";

/** Returns the two of the deployments that are compared, the older one first. */
export function comparedPair(
  deployments: readonly Deployment[],
  selected: ReadonlySet<number>,
): readonly [Deployment, Deployment] | null {
  const [one, two, ...more] = deployments
    .filter(({ id }) => selected.has(id))
    .toSorted((a, b) => a.id - b.id);
  return one && two && more.length === 0 ? [one, two] : null;
}

/** Returns the path of what changed from one deployment to a later one, whose commit is the older one after a rollback. */
export const deployedChanges = (
  { account, project }: { readonly account: string; readonly project: string },
  from: Deployment,
  to: Deployment,
): string => hrefs.project(account, project, "compare", { from: from.sha, to: to.sha, straight: "1" });

interface PartProps {
  readonly environment: Environment;
}

/** The state of an environment where it is one to notice, and its tier. */
export function StateBadge({ environment }: PartProps) {
  const { state, tier } = environment;
  return (
    <>
      {isStopped(environment) ? <Badge icon={CircleStop}>Stopped</Badge> : null}
      {state && state !== "available" && state !== "stopped" ? (
        <Badge tone="warning">{capitalize(state.replaceAll("_", " "))}</Badge>
      ) : null}
      {tier && tier !== "other" ? <Badge tone="accent">{capitalize(tier)}</Badge> : null}
    </>
  );
}

/** The URL of an environment as a link that shows where it leads; text where a browser may not open it. */
export function EnvironmentLink({ environment }: PartProps) {
  const url = environmentUrl(environment);
  if (!url) return <span className={styles.plainUrl}>{environment.external_url || "No URL"}</span>;
  const shown = `${url.host}${url.pathname === "/" ? "" : url.pathname}${url.search}`;
  return (
    <a className={styles.url} href={url.href} target="_blank" rel="noopener noreferrer" title={url.href}>
      <bdi>{url.protocol === "http:" ? `http://${shown}` : shown}</bdi>
      <Icon of={ExternalLink} size={12} label="opens in the browser" />
    </a>
  );
}

interface CommitProps {
  readonly account: string;
  readonly project: string;
  readonly deployment: Deployment;
}

/** The commit of a deployment: its short id, and its title where the service sends it with the job. */
export function DeployedCommit({ account, project, deployment: { sha, deployable } }: CommitProps) {
  const title = deployable?.commit?.title;
  return (
    <AppLink href={hrefs.commit(account, project, sha)} className={styles.commit} title={title}>
      <code>{sha.slice(0, 8)}</code>
      {title ? <span className={styles.commitTitle}>{title}</span> : null}
    </AppLink>
  );
}

/** User who deployed. */
export function DeployedBy({ deployment }: { readonly deployment: Deployment }) {
  const user = deployment.user ?? deployment.deployable?.user;
  if (!user) return null;
  return (
    <span className={styles.user}>
      <PersonAvatar person={user} size={16} />
      <span className={layout.ellipsis}>{user.name}</span>
    </span>
  );
}
