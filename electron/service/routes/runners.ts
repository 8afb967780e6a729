import {
  deleteRunner,
  disableProjectRunner,
  enableProjectRunner,
  getRunner,
  listAllRunners,
  listProjectRunners,
  listRunnerJobs,
  listRunners,
  updateRunner,
} from "../../../shared/api/resources/runners.ts";
import {
  checkEnable,
  ownsRunner,
  projectsOfRunner,
  requireRunner,
  requireVisibleRunner,
  runnersForProject,
} from "../domain/ci/runner-access.ts";
import { runnerToken } from "../domain/ci/runner-tokens.ts";
import type { Context } from "../http/context.ts";
import { httpError, notFound, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toRunnerJob } from "../presenters/job.ts";
import { toRunner, toRunnerDetail } from "../presenters/runner.ts";
import { matchesRunner } from "../presenters/runner-status.ts";
import { listJobs } from "../store/ci/jobs.ts";
import {
  updateRunner as changeRunner,
  disableRunner,
  enableRunner,
  findRunner,
  projectIdsOfRunner,
  type Runner,
  listRunners as readRunners,
  deleteRunner as removeRunner,
} from "../store/ci/runners.ts";
import type { User } from "../store/users/users.ts";

interface ListInput {
  readonly scope?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly tag_list?: readonly string[] | undefined;
}

function pageOfRunners(context: Context, runners: readonly Runner[], input: ListInput) {
  const filter = { scope: input.scope, type: input.type, status: input.status, tags: input.tag_list };
  const now = Date.now();
  const page = pageOf(
    context,
    runners.filter((runner) => matchesRunner(runner, filter, now)),
  );
  return new Paged(page.items.map(toRunner), { total: page.total ?? 0 });
}

function caller({ user }: Context): User {
  if (!user) throw unauthorized();
  return user;
}

function showRunner(context: Context, runner: Runner) {
  const { store } = context;
  const user = caller(context);
  return toRunnerDetail(context, runner, {
    projects: projectsOfRunner(store, user, runner),
    token: ownsRunner(store, user, runner) ? runnerToken(store, runner.seed) : null,
  });
}

export const runnerRoutes = [
  implement(listRunners, (input, context) => {
    const user = caller(context);
    const owned = readRunners(context.store).filter((runner) => ownsRunner(context.store, user, runner));
    return pageOfRunners(context, owned, input);
  }),
  implement(listAllRunners, (input, context) => pageOfRunners(context, readRunners(context.store), input)),
  implement(getRunner, (input, context) =>
    showRunner(context, requireVisibleRunner(context.store, caller(context), input.id)),
  ),
  implement(updateRunner, (input, context) => {
    const runner = requireRunner(context.store, caller(context), input.id);
    const runUntagged = input.run_untagged ?? runner.runUntagged;
    if (!runUntagged && (input.tag_list ?? runner.tags).length === 0) {
      throw httpError(400, {
        tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"],
      });
    }
    checkTimeout(input.maximum_timeout);
    const changed = changeRunner(context.store, runner, {
      description: input.description,
      active: input.active ?? (input.paused === undefined ? undefined : !input.paused),
      tags: input.tag_list && [...new Set(input.tag_list)],
      runUntagged: input.run_untagged,
      locked: input.locked,
      accessLevel: input.access_level,
      maximumTimeout: input.maximum_timeout,
    });
    return showRunner(context, changed);
  }),
  implement(deleteRunner, (input, context) => {
    const user = caller(context);
    const runner = requireRunner(context.store, user, input.id);
    if (!user.isAdmin && projectIdsOfRunner(context.store, runner.id).length > 1) {
      throw httpError(403, "Runner associated with more than one project");
    }
    removeRunner(context.store, runner.id);
    return undefined;
  }),
  implement(listRunnerJobs, async (input, context) => {
    const runner = requireRunner(context.store, caller(context), input.id);
    const { number, perPage } = context.page;
    const jobs = listJobs(
      context.store,
      { runnerId: runner.id, states: input.status && [input.status], sort: input.sort },
      perPage + 1,
      (number - 1) * perPage,
    );
    const items = await Promise.all(jobs.slice(0, perPage).map((job) => toRunnerJob(context, job)));
    return new Paged(items, { more: jobs.length > perPage });
  }),
  implement(listProjectRunners, (input, context) => {
    const project = context.project(input.id, "maintainer");
    return pageOfRunners(context, runnersForProject(context.store, project), input);
  }),
  implement(enableProjectRunner, (input, context) => {
    const project = context.project(input.id, "maintainer");
    const runner = findRunner(context.store, input.runner_id);
    if (!runner) throw notFound("Runner");
    checkEnable(context.store, caller(context), runner, project);
    enableRunner(context.store, runner.id, project.id);
    return toRunner(runner);
  }),
  implement(disableProjectRunner, (input, context) => {
    const project = context.project(input.id, "maintainer");
    const projects = projectIdsOfRunner(context.store, input.runner_id);
    if (!projects.includes(project.id)) throw notFound("Runner");
    if (projects.length === 1) {
      throw httpError(403, "Only one project associated with the runner. Please remove the runner instead");
    }
    disableRunner(context.store, input.runner_id, project.id);
    return undefined;
  }),
];

/** Seconds of the shortest time limit of a runner, as in real services. */
const minTimeoutSeconds = 600;

/** Throws 400 where a runner's time limit is too short; null removes the limit. */
export function checkTimeout(seconds: number | null | undefined): void {
  if (typeof seconds === "number" && seconds < minTimeoutSeconds) {
    throw httpError(400, { maximum_timeout: ["needs to be at least 10 minutes"] });
  }
}
