import { forbidden, httpError } from "../../http/http-error.ts";
import {
  findRunner,
  listRunners,
  listRunnersOfProject,
  projectIdsOfRunner,
  type Runner,
} from "../../store/ci/runners.ts";
import { ancestorsOf, findGroup } from "../../store/groups/groups.ts";
import { accessLevels } from "../../store/groups/members.ts";
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
  if (runner.groupId !== null) {
    const group = findGroup(store, runner.groupId);
    return group !== null && accessLevel(store, user, group) >= accessLevels.owner;
  }
  return projectIdsOfRunner(store, runner.id).some((id) => {
    const project = findProject(store, id);
    return project !== null && accessLevel(store, user, project) >= accessLevels.maintainer;
  });
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

/** Returns the runners that may take the jobs of a project: its own, those of its groups, the instance's. */
export function runnersForProject(store: Store, project: Project): Runner[] {
  const own = new Set(listRunnersOfProject(store, project.id).map(({ id }) => id));
  const groups = new Set(
    project.groupId === null ? [] : ancestorsOf(store, project.groupId).map(({ id }) => id),
  );
  return listRunners(store).filter(
    (runner) =>
      runner.type === "instance_type" ||
      own.has(runner.id) ||
      (runner.groupId !== null && groups.has(runner.groupId)),
  );
}

/** Returns the projects of a runner that a user may see. */
export const projectsOfRunner = (store: Store, user: User, runner: Runner): Project[] =>
  projectIdsOfRunner(store, runner.id).flatMap((id) => {
    const project = findProject(store, id);
    return project && maySeeProject(store, user, project) ? [project] : [];
  });

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
