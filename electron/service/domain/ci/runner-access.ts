import { forbidden, httpError, notFound } from "../../http/http-error.ts";
import { accessLevels } from "../../store/access-levels.ts";
import { ownersOfRunners, type RunnerOwners } from "../../store/ci/runner-lists.ts";
import { findRunner, projectIdsOfRunner, type Runner } from "../../store/ci/runners.ts";
import { ancestorsOf, findGroup } from "../../store/groups/groups.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, maySeeProject } from "../access/access-level.ts";
import { requireGroup, requireProject } from "../access/require-project.ts";
import type { RunnerScope } from "./runner-tokens.ts";

/** Returns whether a user may see and change a runner: maintainers of one of its projects, owners of its group. */
export function ownsRunner(store: Store, user: User, runner: Runner): boolean {
  if (user.isAdmin) return true;
  if (runner.type === "instance_type") return false;
  return runner.groupId === null
    ? projectIdsOfRunner(store, runner.id).some((id) => maintains(store, user, id))
    : ownsGroup(store, user, runner.groupId);
}

function ownsGroup(store: Store, user: User, id: number): boolean {
  const group = findGroup(store, id);
  return group !== null && accessLevel(store, user, group) >= accessLevels.owner;
}

function maintains(store: Store, user: User, projectId: number): boolean {
  const project = findProject(store, projectId);
  return project !== null && accessLevel(store, user, project) >= accessLevels.maintainer;
}

/** Returns which runners {@link ownsRunner} is true of; undefined for all. */
export function ownedRunners(store: Store, user: User): RunnerOwners | undefined {
  if (user.isAdmin) return undefined;
  const { groupIds, projectIds } = ownersOfRunners(store);
  return {
    isInstance: false,
    groupIds: groupIds.filter((id) => ownsGroup(store, user, id)),
    projectIds: projectIds.filter((id) => maintains(store, user, id)),
  };
}

/**
 * Checks that a user may create runners for the instance (administrators), a group (its owners) or a project
 * (its maintainers). Throws 403, and 404 for what the user may not see.
 */
export function requireRunnerCreator(store: Store, user: User, scope: RunnerScope): void {
  if (scope.type === "project") requireProject({ store, user }, scope.id, "maintainer");
  else if (scope.type === "group") requireGroup({ store, user }, scope.id, "owner");
  else if (!user.isAdmin) throw forbidden();
}

/** Returns the runner of an id. Throws 404 where there is none and 403 where the user may not change it. */
export function requireRunner(store: Store, user: User, id: number): Runner {
  const runner = findRunner(store, id);
  if (!runner) throw httpError(404, "404 Not found");
  if (!ownsRunner(store, user, runner)) throw forbidden();
  return runner;
}

/** Like {@link requireRunner}, but any user may read the instance's runners. */
export function requireVisibleRunner(store: Store, user: User, id: number): Runner {
  const runner = findRunner(store, id);
  return runner?.type === "instance_type" ? runner : requireRunner(store, user, id);
}

/** Returns which runners may take the jobs of a project: its own, those of its groups, the instance's. */
export const runnersForProject = (store: Store, project: Project): RunnerOwners => ({
  isInstance: true,
  groupIds: project.groupId === null ? [] : ancestorsOf(store, project.groupId).map(({ id }) => id),
  projectIds: [project.id],
});

/** Returns the projects of a runner that a user may see. */
export const projectsOfRunner = (store: Store, user: User, runner: Runner): Project[] =>
  projectIdsOfRunner(store, runner.id).flatMap((id) => {
    const project = findProject(store, id);
    return project && maySeeProject(store, user, project) ? [project] : [];
  });

/** Returns whether a maintainer of a project may know that a runner exists. */
const isVisibleIn = (store: Store, user: User, runner: Runner, project: Project): boolean => {
  const { groupIds, projectIds } = runnersForProject(store, project);
  return (
    runner.type === "instance_type" ||
    ownsRunner(store, user, runner) ||
    (runner.groupId !== null && groupIds.includes(runner.groupId)) ||
    projectIdsOfRunner(store, runner.id).some((id) => projectIds.includes(id))
  );
};

/** Returns a runner that a project's maintainer may know of. Throws 404 for any other, whether it exists or not. */
export function requireRunnerFor(store: Store, user: User, id: number, project: Project): Runner {
  const runner = findRunner(store, id);
  if (!runner || !isVisibleIn(store, user, runner, project)) throw notFound("Runner");
  return runner;
}

/**
 * Checks that a project's maintainer may enable a runner there. Throws 403 for a runner of the instance or a group,
 * one that is locked to another project, and one that the user does not own; 409 where it is enabled already.
 */
export function checkEnable(store: Store, user: User, runner: Runner, project: Project): void {
  if (runner.type !== "project_type") throw httpError(403, "Runner is not a project runner");
  if (projectIdsOfRunner(store, runner.id).includes(project.id)) {
    throw httpError(400, { runner: ["has already been taken"] });
  }
  if (runner.locked) throw httpError(403, "Runner is locked");
  if (!ownsRunner(store, user, runner)) throw forbidden();
}
