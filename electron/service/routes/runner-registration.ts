import { deleteRunnerByToken, registerRunner, verifyRunner } from "../../../shared/api/runners.ts";
import {
  createSeed,
  findRunnerByToken,
  type RegistrationScope,
  readRegistrationToken,
  runnerToken,
} from "../domain/runner-tokens.ts";
import { forbidden, refuse } from "../failure.ts";
import { implement } from "../implement.ts";
import { findGroup } from "../store/groups.ts";
import { findProject } from "../store/projects.ts";
import { deleteRunner, insertRunner, type RunnerType, touchRunner } from "../store/runners.ts";
import type { Store } from "../store/store.ts";
import { checkTimeout } from "./runners.ts";

const typeOf: Readonly<Record<RegistrationScope["type"], RunnerType>> = {
  instance: "instance_type",
  group: "group_type",
  project: "project_type",
};

/** The group or project of a token may have been deleted since it was handed out. */
const exists = (store: Store, scope: RegistrationScope): boolean =>
  scope.type === "instance" ||
  (scope.type === "group" ? findGroup(store, scope.id) : findProject(store, scope.id)) !== null;

/** What runners do by themselves; the token in the body is the only credential. */
export const runnerRegistrationRoutes = [
  implement(registerRunner, (input, { store }) => {
    const scope = readRegistrationToken(store, input.token);
    if (!scope || !exists(store, scope)) throw forbidden();
    const runUntagged = input.run_untagged ?? true;
    if (!runUntagged && (input.tag_list ?? []).length === 0) {
      throw refuse(400, { tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"] });
    }
    checkTimeout(input.maximum_timeout);
    const { name, architecture, platform, revision, version } = input.info ?? {};
    const seed = createSeed();
    const runner = insertRunner(store, {
      type: typeOf[scope.type],
      seed,
      groupId: scope.type === "group" ? scope.id : undefined,
      projectIds: scope.type === "project" ? [scope.id] : [],
      description: input.description,
      active: input.active,
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
  }),
  implement(deleteRunnerByToken, (input, { store }) => {
    const runner = findRunnerByToken(store, input.token);
    if (!runner) throw forbidden();
    deleteRunner(store, runner.id);
    return undefined;
  }),
  implement(verifyRunner, (input, { store }) => {
    const runner = findRunnerByToken(store, input.token);
    if (!runner) throw forbidden();
    touchRunner(store, runner.id, new Date().toISOString());
    return undefined;
  }),
];
