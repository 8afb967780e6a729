import { randomBytes } from "node:crypto";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { runnersForProject } from "../../ci/usable-runners.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  findRunner,
  findRunnerBySeed,
  ownersOfRunners,
  projectIdsOfRunner,
  type Runner,
  type RunnerOwners,
} from "../../store/ci/runners.ts";
import { findGroup } from "../../store/groups/groups.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { isSameToken, signToken } from "../../store/seal.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, type Caller, maySeeProject } from "../access/access-level.ts";
import { requireGroup, requireProject } from "../access/require-access.ts";
import { forbidden, invalidFields, notFound } from "../refusal.ts";

/** Returns whether a user may see and change a runner: maintainers of one of its projects, owners of its group. */
export function ownsRunner(store: ServiceStore, user: User, runner: Runner): boolean {
  if (user.isAdmin) return true;
  if (runner.type === "instance_type") return false;
  return runner.groupId === null
    ? projectIdsOfRunner(store, runner.id).some((id) => maintains(store, user, id))
    : ownsGroup(store, user, runner.groupId);
}

function ownsGroup(store: ServiceStore, user: User, id: number): boolean {
  const group = findGroup(store, id);
  return group !== null && accessLevel(store, user, group) >= accessLevels.owner;
}

function maintains(store: ServiceStore, user: User, projectId: number): boolean {
  const project = findProject(store, projectId);
  return project !== null && accessLevel(store, user, project) >= accessLevels.maintainer;
}

/** Returns which runners {@link ownsRunner} is true of; undefined for all. */
export function ownedRunners(store: ServiceStore, user: User): RunnerOwners | undefined {
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
 * (its maintainers). Throws `forbidden`, and `notFound` for what the user may not see.
 */
export function requireRunnerCreator(store: ServiceStore, user: User, scope: RunnerScope): void {
  if (scope.type === "project") requireProject({ store, user }, scope.id, "maintainer");
  else if (scope.type === "group") requireGroup({ store, user }, scope.id, "owner");
  else if (!user.isAdmin) throw forbidden();
}

/** Returns the runner of an id. Throws `notFound` where there is none and `forbidden` where the user may not change it. */
export function requireRunner(store: ServiceStore, user: User, id: number): Runner {
  const runner = findRunner(store, id);
  if (!runner) throw notFound();
  if (!ownsRunner(store, user, runner)) throw forbidden();
  return runner;
}

/** Like {@link requireRunner}, but any user may read the instance's runners. */
export function requireVisibleRunner(store: ServiceStore, user: User, id: number): Runner {
  const runner = findRunner(store, id);
  return runner?.type === "instance_type" ? runner : requireRunner(store, user, id);
}

export { runnersForProject as usableRunners } from "../../ci/usable-runners.ts";

/** Returns the projects of a runner that a user may see. */
export const projectsOfRunner = (store: ServiceStore, user: User, runner: Runner): Project[] =>
  projectIdsOfRunner(store, runner.id).flatMap((id) => {
    const project = findProject(store, id);
    return project && maySeeProject(store, user, project) ? [project] : [];
  });

/** Returns whether a maintainer of a project may know that a runner exists. */
const isVisibleIn = (store: ServiceStore, user: User, runner: Runner, project: Project): boolean => {
  const { groupIds, projectIds } = runnersForProject(store, project);
  return (
    runner.type === "instance_type" ||
    ownsRunner(store, user, runner) ||
    (runner.groupId !== null && groupIds.includes(runner.groupId)) ||
    projectIdsOfRunner(store, runner.id).some((id) => projectIds.includes(id))
  );
};

/** Returns a runner that a project's maintainer may know of. Throws `notFound` for any other, whether it exists or not. */
export function requireRunnerFor(store: ServiceStore, user: User, id: number, project: Project): Runner {
  const runner = findRunner(store, id);
  if (!runner || !isVisibleIn(store, user, runner, project)) throw notFound("Runner");
  return runner;
}

/**
 * Checks that a project's maintainer may enable a runner there. Throws `forbidden` for a runner of the instance or a group,
 * one that is locked to another project, and one that the user does not own; `invalidFields` where it is enabled already.
 */
export function checkEnable(store: ServiceStore, user: User, runner: Runner, project: Project): void {
  if (runner.type !== "project_type") throw forbidden("Runner is not a project runner");
  if (projectIdsOfRunner(store, runner.id).includes(project.id)) {
    throw invalidFields({ runner: ["has already been taken"] });
  }
  if (runner.locked) throw forbidden("Runner is locked");
  if (!ownsRunner(store, user, runner)) throw forbidden();
}

/** Scope of a runner: the whole service, a group or a project. */
export type RunnerScope =
  | { readonly type: "instance" }
  | { readonly type: "group" | "project"; readonly id: number };

const nameOf = (scope: RunnerScope): string =>
  scope.type === "instance" ? "instance" : `${scope.type}${scope.id}`;

/** Returns the token with which runners of the whole service, a group or a project are registered. */
export function registrationToken(store: ServiceStore, scope: RunnerScope): string {
  const name = nameOf(scope);
  return `hlg-${name}-${signToken(store, `registration ${name}`)}`;
}

/** Returns the token with which runners of a project are registered; null below maintainer. */
export const runnersTokenOf = ({ store, user }: Caller, project: Project): string | null =>
  accessLevel(store, user, project) >= accessLevels.maintainer
    ? registrationToken(store, { type: "project", id: project.id })
    : null;

/** Returns the scope of a registration token, null for an unknown one. */
export function readRegistrationToken(store: ServiceStore, token: string): RunnerScope | null {
  const [, kind, id] = /^hlg-(instance|group|project)(\d+)?-/.exec(token) ?? [];
  const scope: RunnerScope | null =
    kind === "instance"
      ? { type: kind }
      : (kind === "group" || kind === "project") && id
        ? { type: kind, id: Number(id) }
        : null;
  return scope && isSameToken(registrationToken(store, scope), token) ? scope : null;
}

/** Returns a random text from which a runner's token is derived. */
export const createSeed = (): string => randomBytes(9).toString("base64url");

/** Beginning of a runner's own token: by this one `gitlab-runner register` knows that the runner has been created. */
const tokenPrefix = "glrt-";

/** Returns a runner's own token, derived from its seed. */
export const runnerToken = (store: ServiceStore, seed: string): string =>
  `${tokenPrefix}${seed}${signToken(store, `runner ${seed}`)}`;

/** Returns the runner that a token belongs to, null where there is none. Those of earlier versions began with `hlr-`. */
export function findRunnerByToken(store: ServiceStore, token: string): Runner | null {
  const [, seed, signature = ""] = /^(?:glrt|hlr)-([\w-]{12})([\w-]{27})$/.exec(token) ?? [];
  if (!seed || !isSameToken(signToken(store, `runner ${seed}`), signature)) return null;
  return findRunnerBySeed(store, seed);
}
