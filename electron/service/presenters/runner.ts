import type { Context } from "../http/context.ts";
import type { Runner } from "../store/ci/runners.ts";
import type { Project } from "../store/projects/projects.ts";
import { toSimpleProject } from "./project.ts";
import { isOnline, runnerStatus } from "./runner-status.ts";

/** Returns a runner as lists contain it. */
export const toRunner = (runner: Runner) => ({
  id: runner.id,
  description: runner.description,
  active: runner.active,
  paused: !runner.active,
  is_shared: runner.type === "instance_type",
  runner_type: runner.type,
  ip_address: runner.ipAddress,
  name: runner.name,
  online: runner.contactedAt === null ? null : isOnline(runner, Date.now()),
  status: runnerStatus(runner, Date.now()),
});

/** What of a single runner depends on who asks. */
export interface RunnerView {
  readonly projects: readonly Project[];
  /** Its authentication token, null for those who may not change the runner. */
  readonly token: string | null;
}

/** Returns a single runner. */
export const toRunnerDetail = (context: Context, runner: Runner, { projects, token }: RunnerView) => ({
  ...toRunner(runner),
  architecture: runner.architecture,
  platform: runner.platform,
  revision: runner.revision,
  version: runner.version,
  contacted_at: runner.contactedAt,
  ...(token === null ? {} : { token }),
  projects: projects.map((project) => {
    const { id, name, name_with_namespace, path, path_with_namespace } = toSimpleProject(context, project);
    return { id, name, name_with_namespace, path, path_with_namespace };
  }),
  tag_list: [...runner.tags],
  run_untagged: runner.runUntagged,
  locked: runner.locked,
  access_level: runner.accessLevel,
  maximum_timeout: runner.maximumTimeout,
});
