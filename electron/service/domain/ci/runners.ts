import type { DecodedInput } from "../../../../shared/api/contract/operation.ts";
import type {
  createRunner,
  RunnerInfo,
  updateRunner as update,
} from "../../../../shared/api/resources/runners.ts";
import { jobChanges } from "../../ci/pipeline-state.ts";
import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import { listRunnerManagers } from "../../store/ci/runner-managers.ts";
import {
  deleteRunnerRow,
  disableRunner,
  enableRunner,
  insertRunner,
  projectIdsOfRunner,
  type Runner,
  touchRunner,
  updateRunnerRow,
} from "../../store/ci/runners.ts";
import { findGroup } from "../../store/groups/groups.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { describeSimpleProject } from "../projects/describe-project.ts";
import { badParameter, forbidden, invalidFields, notFound } from "../refusal.ts";
import {
  checkEnable,
  createSeed,
  findRunnerByToken,
  ownsRunner,
  projectsOfRunner,
  type RunnerScope,
  readRegistrationToken,
  requireRunner,
  requireRunnerCreator,
  requireRunnerFor,
  runnerToken,
} from "./runner-access.ts";
import { describeRunner, type SingleRunnerDetails } from "./runner-status.ts";

/** Seconds of the shortest time limit of a runner, as on other services. */
const minTimeoutSeconds = 600;

/** Returns whether a runner takes jobs, which newer services call `paused` and negate. */
const activeOf = ({
  active,
  paused,
}: {
  readonly active?: boolean;
  readonly paused?: boolean;
}): boolean | undefined => active ?? (paused === undefined ? undefined : !paused);

/** Throws `invalidFields` where a runner's time limit is too short; null removes the limit. */
function checkTimeout(seconds: number | null | undefined): void {
  if (typeof seconds === "number" && seconds < minTimeoutSeconds) {
    throw invalidFields({ maximum_timeout: ["needs to be at least 10 minutes"] });
  }
}

/** Throws `invalidFields` for a runner that could take no job: without tags and not for jobs without tags. */
function checkTags(tags: readonly string[], runsUntagged: boolean): void {
  if (runsUntagged || tags.length > 0) return;
  throw invalidFields({
    tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"],
  });
}

/** Machines of a runner that are shown. */
const maxMachines = 100;

/** Returns a runner with its projects that the caller may see, and its token for those who may change it. */
export function describeSingleRunner(caller: Caller, runner: Runner): SingleRunnerDetails {
  const { store } = caller;
  const user = requireCaller(caller);
  const isOwner = ownsRunner(store, user, runner);
  return {
    ...describeRunner(store, runner),
    projects: projectsOfRunner(store, user, runner).map((project) => describeSimpleProject(store, project)),
    token: isOwner ? runnerToken(store, runner.seed) : null,
    machines: isOwner ? listRunnerManagers(store, runner.id, maxMachines) : null,
  };
}

/** Changes a runner and returns it; jobs that waited for it start. Throws `notFound`, `forbidden`, and `invalidFields`. */
export function changeRunner(
  caller: Caller,
  id: number,
  input: Omit<DecodedInput<typeof update>, "id">,
): Runner {
  const { store } = caller;
  const runner = requireRunner(store, requireCaller(caller), id);
  checkTags(input.tag_list ?? runner.tags, input.run_untagged ?? runner.runUntagged);
  checkTimeout(input.maximum_timeout);
  const changed = updateRunnerRow(store, runner, {
    description: input.description,
    active: activeOf(input),
    tags: input.tag_list && [...new Set(input.tag_list)],
    runUntagged: input.run_untagged,
    locked: input.locked,
    accessLevel: input.access_level,
    maximumTimeout: input.maximum_timeout,
  });
  jobChanges.emit(store);
  return changed;
}

/** Deletes a runner; one of several projects only for administrators. Throws `notFound` and `forbidden`. */
export function removeRunner(caller: Caller, id: number): void {
  const { store } = caller;
  const user = requireCaller(caller);
  const runner = requireRunner(store, user, id);
  if (!user.isAdmin && projectIdsOfRunner(store, runner.id).length > 1) {
    throw forbidden("Runner associated with more than one project");
  }
  deleteRunnerRow(store, runner.id);
  jobChanges.emit(store);
}

/** Enables a runner for a project, and returns it. Throws `notFound`, `invalidFields` where it is enabled already, and `forbidden`. */
export function enableRunnerFor(caller: Caller, project: Project, id: number): Runner {
  const { store } = caller;
  const user = requireCaller(caller);
  const runner = requireRunnerFor(store, user, id, project);
  checkEnable(store, user, runner, project);
  enableRunner(store, runner.id, project.id);
  jobChanges.emit(store);
  return runner;
}

/** Disables a runner for a project. Throws `notFound`, and `forbidden` where it is the runner's only one. */
export function disableRunnerFor({ store }: Caller, project: Project, id: number): void {
  const projects = projectIdsOfRunner(store, id);
  if (!projects.includes(project.id)) throw notFound("Runner");
  if (projects.length === 1) {
    throw forbidden("Only one project associated with the runner. Please remove the runner instead");
  }
  disableRunner(store, id, project.id);
}

type Settings = Pick<
  DecodedInput<typeof createRunner>,
  "description" | "tag_list" | "run_untagged" | "locked" | "access_level" | "maximum_timeout"
>;

/** A runner's id and its token, which is shown only when the runner is added. */
interface AddedRunner {
  readonly id: number;
  readonly token: string;
}

/** Adds a runner as a user. Throws `unauthorized`, `notFound`, `forbidden`, and `invalidFields`. */
export function addRunner(caller: Caller, input: DecodedInput<typeof createRunner>): AddedRunner {
  const scope = scopeOf(input);
  requireRunnerCreator(caller.store, requireCaller(caller), scope);
  return insert(caller.store, scope, input, { active: activeOf(input), info: {} });
}

/** Adds a runner with a registration token. Throws `forbidden` for a wrong token, and `invalidFields`. */
export function addRegisteredRunner(
  store: ServiceStore,
  input: Settings & {
    readonly token: string;
    readonly active?: boolean;
    readonly paused?: boolean;
    readonly info?: RunnerInfo;
  },
): AddedRunner {
  const scope = readRegistrationToken(store, input.token);
  if (!scope || !exists(store, scope)) throw forbidden();
  return insert(store, scope, input, { active: activeOf(input), info: input.info ?? {} });
}

/** Returns the runner of an authentication token. Throws `forbidden`. */
export function requireRunnerByToken(store: ServiceStore, token: string): Runner {
  const runner = findRunnerByToken(store, token);
  if (!runner) throw forbidden();
  return runner;
}

/** Deletes the runner of an authentication token. Throws `forbidden`. */
export const removeRunnerByToken = (store: ServiceStore, token: string): void =>
  deleteRunnerRow(store, requireRunnerByToken(store, token).id);

/** Records that the runner of an authentication token is online, and returns its id. Throws `forbidden`. */
export function markRunnerOnline(store: ServiceStore, token: string): number {
  const { id } = requireRunnerByToken(store, token);
  touchRunner(store, id, timeNow(store));
  return id;
}

/** The group or project of a token may have been deleted since the token was issued. */
const exists = (store: ServiceStore, scope: RunnerScope): boolean =>
  scope.type === "instance" ||
  (scope.type === "group" ? findGroup(store, scope.id) : findProject(store, scope.id)) !== null;

function insert(
  store: ServiceStore,
  scope: RunnerScope,
  input: Settings,
  {
    active,
    info,
  }: {
    readonly active: boolean | undefined;
    readonly info: RunnerInfo;
  },
): AddedRunner {
  checkTags(input.tag_list ?? [], input.run_untagged !== false);
  checkTimeout(input.maximum_timeout);
  const { name, architecture, platform, revision, version } = info;
  const seed = createSeed();
  const runner = insertRunner(store, {
    type: `${scope.type}_type`,
    seed,
    groupId: scope.type === "group" ? scope.id : undefined,
    projectIds: scope.type === "project" ? [scope.id] : [],
    description: input.description,
    active,
    tags: [...new Set(input.tag_list)],
    runUntagged: input.run_untagged,
    locked: input.locked,
    accessLevel: input.access_level,
    maximumTimeout: input.maximum_timeout,
    name,
    architecture,
    platform,
    revision,
    version,
  });
  return { id: runner.id, token: runnerToken(store, seed) };
}

/** Returns the instance, or the group or project that the input names. Throws `badParameter` where it names none. */
function scopeOf(input: DecodedInput<typeof createRunner>): RunnerScope {
  if (input.runner_type === "instance_type") return { type: "instance" };
  if (input.runner_type === "group_type") {
    if (input.group_id === undefined) throw badParameter("group_id", "is missing");
    return { type: "group", id: input.group_id };
  }
  if (input.project_id === undefined) throw badParameter("project_id", "is missing");
  return { type: "project", id: input.project_id };
}
