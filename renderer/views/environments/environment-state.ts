import type { Deployment, Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isActiveStatus } from "../../features/ci/status-style.ts";

/** Returns whether an environment can only be deleted; services before 13.x do not report it. */
export const isStopped = ({ state }: Environment): boolean => state === "stopped";

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
