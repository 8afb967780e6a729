import type { DeploymentDetails } from "../domain/ci/read-environments.ts";
import type { Links } from "../http/context.ts";
import type { Environment } from "../store/ci/environments.ts";
import type { Project } from "../store/projects/projects.ts";
import { toJob } from "./job.ts";
import { toUserOrNull } from "./user.ts";

/** Returns an environment as lists have it. */
export const toEnvironment = (environment: Environment) => ({
  id: environment.id,
  name: environment.name,
  slug: environment.slug,
  external_url: environment.externalUrl,
  state: environment.state,
});

/** Returns a deployment with its environment and the job that made it. */
export function toDeployment(links: Links, project: Project, details: DeploymentDetails) {
  const { deployment, environment, user, job } = details;
  return {
    id: deployment.id,
    iid: deployment.iid,
    ref: deployment.ref,
    sha: deployment.sha,
    status: deployment.status,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    user: toUserOrNull(links, user),
    ...(environment ? { environment: toEnvironment(environment) } : {}),
    deployable: job && toJob(links, project, job),
  };
}
