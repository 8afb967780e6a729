import type { RunnerDetails, SingleRunnerDetails } from "../domain/ci/runner-status.ts";
import type { Links } from "../http/context.ts";
import { toSimpleProject } from "./project.ts";

/** Returns a runner as lists contain it. */
export const toRunner = ({ runner, isOnline, status }: RunnerDetails) => ({
  id: runner.id,
  description: runner.description,
  active: runner.active,
  paused: !runner.active,
  is_shared: runner.type === "instance_type",
  runner_type: runner.type,
  ip_address: runner.ipAddress,
  name: runner.name,
  online: isOnline,
  status,
});

/** Returns a single runner. */
export const toRunnerDetail = (links: Links, details: SingleRunnerDetails) => {
  const { runner, token, projects } = details;
  return {
    ...toRunner(details),
    architecture: runner.architecture,
    platform: runner.platform,
    revision: runner.revision,
    version: runner.version,
    contacted_at: runner.contactedAt,
    ...(token === null ? {} : { token }),
    projects: projects.map((project) => {
      const { id, name, name_with_namespace, path, path_with_namespace } = toSimpleProject(links, project);
      return { id, name, name_with_namespace, path, path_with_namespace };
    }),
    tag_list: [...runner.tags],
    run_untagged: runner.runUntagged,
    locked: runner.locked,
    access_level: runner.accessLevel,
    maximum_timeout: runner.maximumTimeout,
  };
};
