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
import { requireCaller, requireProject } from "../domain/access/require-access.ts";
import { findJobsOfRunner } from "../domain/ci/jobs.ts";
import {
  ownedRunners,
  requireRunner,
  requireVisibleRunner,
  usableRunners,
} from "../domain/ci/runner-access.ts";
import {
  describeRunner,
  pageOfRunners,
  type RunnerDetails,
  type SingleRunnerDetails,
  statusIn,
} from "../domain/ci/runner-status.ts";
import {
  changeRunner,
  describeSingleRunner,
  disableRunnerFor,
  enableRunnerFor,
  removeRunner,
} from "../domain/ci/runners.ts";
import { mapPage, Paged } from "../domain/paged.ts";
import { implement } from "../http/implement.ts";
import { toRunner, toRunnerDetail, toRunnerJob } from "../presenters/job.ts";

/** Returns a presenter that names the state of a runner as a version does. */
const inVersion =
  <D extends RunnerDetails, S>(version: string | undefined, present: (details: D) => S) =>
  (details: D): S =>
    present({ ...details, status: statusIn(details.status, version) });

export const runnerRoutes = [
  implement(listRunners, (input, context) =>
    mapPage(
      pageOfRunners(context.store, ownedRunners(context.store, requireCaller(context)), input, context.page),
      inVersion(input.version, toRunner),
    ),
  ),
  implement(listAllRunners, (input, context) =>
    mapPage(pageOfRunners(context.store, undefined, input, context.page), inVersion(input.version, toRunner)),
  ),
  implement(getRunner, (input, context) => {
    const runner = requireVisibleRunner(context.store, requireCaller(context), input.id);
    return inVersion(input.version, (details: SingleRunnerDetails) => toRunnerDetail(context, details))(
      describeSingleRunner(context, runner),
    );
  }),
  implement(updateRunner, ({ id, ...changes }, context) =>
    inVersion(undefined, (details: SingleRunnerDetails) => toRunnerDetail(context, details))(
      describeSingleRunner(context, changeRunner(context, id, changes)),
    ),
  ),
  implement(deleteRunner, (input, context) => {
    removeRunner(context, input.id);
    return undefined;
  }),
  implement(listRunnerJobs, async (input, context) => {
    const user = requireCaller(context);
    const runner = requireRunner(context.store, user, input.id);
    const query = { runnerId: runner.id, states: input.status && [input.status], sort: input.sort };
    const { jobs, more } = await findJobsOfRunner(context.store, user, query, context.page);
    return new Paged(
      jobs.map((job) => toRunnerJob(context, job)),
      { more },
    );
  }),
  implement(listProjectRunners, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const usable = usableRunners(context.store, project);
    return mapPage(
      pageOfRunners(context.store, usable, input, context.page),
      inVersion(input.version, toRunner),
    );
  }),
  implement(enableProjectRunner, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return inVersion(
      undefined,
      toRunner,
    )(describeRunner(context.store, enableRunnerFor(context, project, input.runner_id)));
  }),
  implement(disableProjectRunner, (input, context) => {
    disableRunnerFor(context, requireProject(context, input.id, "maintainer"), input.runner_id);
    return undefined;
  }),
];
