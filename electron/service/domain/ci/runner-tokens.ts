import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { accessLevels } from "../../store/access-levels.ts";
import { findRunnerBySeed, type Runner } from "../../store/ci/runners.ts";
import type { Project } from "../../store/projects/projects.ts";
import { secretKey } from "../../store/secret-key.ts";
import type { Store } from "../../store/store.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";

/** Scope of a runner: the whole service, a group or a project. */
export type RunnerScope =
  | { readonly type: "instance" }
  | { readonly type: "group" | "project"; readonly id: number };

const sign = (store: Store, text: string): string =>
  createHmac("sha256", secretKey(store)).update(text).digest("base64url").slice(0, 27);

const nameOf = (scope: RunnerScope): string =>
  scope.type === "instance" ? "instance" : `${scope.type}${scope.id}`;

/** Returns the token with which runners of the whole service, a group or a project are registered. */
export function registrationToken(store: Store, scope: RunnerScope): string {
  const name = nameOf(scope);
  return `hlg-${name}-${sign(store, `registration ${name}`)}`;
}

/** Returns the token with which runners of a project are registered; null below maintainer. */
export const runnersTokenOf = ({ store, user }: Caller, project: Project): string | null =>
  accessLevel(store, user, project) >= accessLevels.maintainer
    ? registrationToken(store, { type: "project", id: project.id })
    : null;

/** Returns the scope of a registration token, null for an unknown one. */
export function readRegistrationToken(store: Store, token: string): RunnerScope | null {
  const [, kind, id] = /^hlg-(instance|group|project)(\d+)?-/.exec(token) ?? [];
  const scope: RunnerScope | null =
    kind === "instance"
      ? { type: kind }
      : (kind === "group" || kind === "project") && id
        ? { type: kind, id: Number(id) }
        : null;
  return scope && sameText(registrationToken(store, scope), token) ? scope : null;
}

export const createSeed = (): string => randomBytes(9).toString("base64url");

/** Returns a runner's own token, derived from its seed. */
export const runnerToken = (store: Store, seed: string): string =>
  `hlr-${seed}${sign(store, `runner ${seed}`)}`;

/** Returns the runner that a token belongs to, null where there is none. */
export function findRunnerByToken(store: Store, token: string): Runner | null {
  const seed = /^hlr-([\w-]{12})[\w-]{27}$/.exec(token)?.[1];
  if (!seed || !sameText(runnerToken(store, seed), token)) return null;
  return findRunnerBySeed(store, seed);
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
