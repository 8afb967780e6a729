import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  createRunner,
  deleteRunnerByToken,
  registerRunner,
  verifyRunner,
} from "../../../shared/api/resources/runners.ts";
import { requireRunnerCreator } from "../domain/ci/runner-access.ts";
import {
  createSeed,
  findRunnerByToken,
  type RunnerScope,
  readRegistrationToken,
  runnerToken,
} from "../domain/ci/runner-tokens.ts";
import { badParameter, forbidden, httpError, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { deleteRunner, insertRunner, touchRunner } from "../store/ci/runners.ts";
import { findGroup } from "../store/groups/groups.ts";
import { findProject } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import { checkTimeout } from "./runners.ts";

/** The group or project of a token may have been deleted since it was handed out. */
const exists = (store: Store, scope: RunnerScope): boolean =>
  scope.type === "instance" ||
  (scope.type === "group" ? findGroup(store, scope.id) : findProject(store, scope.id)) !== null;

type Settings = Pick<
  InputOf<typeof createRunner>,
  "description" | "tag_list" | "run_untagged" | "locked" | "access_level" | "maximum_timeout"
>;

/** Adds a runner to where it works and returns it with its token, which is shown only now. Throws 400. */
function addRunner(
  store: Store,
  scope: RunnerScope,
  input: Settings,
  facts: {
    readonly active: boolean | undefined;
    readonly info?: Readonly<Record<string, string>> | undefined;
  },
) {
  if (input.run_untagged === false && (input.tag_list ?? []).length === 0) {
    throw httpError(400, {
      tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"],
    });
  }
  checkTimeout(input.maximum_timeout);
  const { name, architecture, platform, revision, version } = facts.info ?? {};
  const seed = createSeed();
  const runner = insertRunner(store, {
    type: `${scope.type}_type`,
    seed,
    groupId: scope.type === "group" ? scope.id : undefined,
    projectIds: scope.type === "project" ? [scope.id] : [],
    description: input.description,
    active: facts.active,
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

/** Returns the instance, or the group or project that the input names. Throws 400 where it names none. */
function scopeOf(input: InputOf<typeof createRunner>): RunnerScope {
  if (input.runner_type === "instance_type") return { type: "instance" };
  if (input.runner_type === "group_type") {
    if (input.group_id === undefined) throw badParameter("group_id is missing");
    return { type: "group", id: input.group_id };
  }
  if (input.project_id === undefined) throw badParameter("project_id is missing");
  return { type: "project", id: input.project_id };
}

export const runnerRegistrationRoutes = [
  implement(createRunner, (input, { store, user }) => {
    if (!user) throw unauthorized();
    const scope = scopeOf(input);
    requireRunnerCreator(store, user, scope);
    const active = input.paused === undefined ? undefined : !input.paused;
    return { ...addRunner(store, scope, input, { active }), token_expires_at: null };
  }),
  // Runners authenticate with the token in the body.
  implement(registerRunner, (input, { store }) => {
    const scope = readRegistrationToken(store, input.token);
    if (!scope || !exists(store, scope)) throw forbidden();
    return addRunner(store, scope, input, { active: input.active, info: input.info });
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
