import { randomBytes } from "node:crypto";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { TokenScope } from "../../../../shared/api/contract/operation.ts";
import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import { deleteMembership, putMembership } from "../../store/groups/members.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  addProjectToken,
  findProjectToken,
  isTokenUser,
  lastTokenOf,
  listProjectTokens,
  type ProjectToken,
  revokeToken,
} from "../../store/users/project-tokens.ts";
import { issueToken } from "../../store/users/tokens.ts";
import { insertUser, updateUserRow } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { forbidden, invalidFields, notFound } from "../refusal.ts";

/** Scopes that a token of a project can have. */
const projectScopes: readonly TokenScope[] = ["api", "read_repository", "write_repository"];

/** Days after which a token ends at the latest, and does so unless another day is given. */
const maxDays = 365;
/** The same of one that replaces another. */
const rotatedDays = 7;

const dayMs = 24 * 60 * 60_000;

/** A token with its text, which cannot be read again. */
export interface IssuedToken {
  readonly token: ProjectToken;
  readonly plain: string;
}

/** Returns the tokens of a project that were not revoked. */
export const projectTokens = (store: ServiceStore, project: Project): ProjectToken[] =>
  listProjectTokens(store, project.id);

/** Returns a token of a project. Throws `notFound`. */
export function requireProjectToken(store: ServiceStore, project: Project, id: number): ProjectToken {
  const token = findProjectToken(store, project.id, id);
  if (!token) throw notFound("Token");
  return token;
}

/** Returns whether a token is accepted. */
export const isActive = (store: ServiceStore, { revoked, expiresAt }: ProjectToken): boolean =>
  !revoked && (expiresAt === null || expiresAt > timeNow(store).slice(0, 10));

interface NewToken {
  readonly name: string;
  readonly description?: string;
  readonly scopes: readonly string[];
  readonly access_level?: number;
  readonly expires_at?: string;
}

/**
 * Adds a token: a user of its own, who is a member of this project alone with the role. Throws `forbidden` for a caller that
 * is such a user itself, and `invalidFields` for unknown scopes, a role above the caller's own, and a day that is not
 * within a year.
 */
export function addToken(caller: Caller, project: Project, input: NewToken): IssuedToken {
  const { store } = caller;
  const level = input.access_level ?? accessLevels.maintainer;
  requireMaker(caller);
  requireLevel(caller, project, level);
  const scopes = toScopes(input.scopes);
  const expiresAt = toExpiry(store, input.expires_at, maxDays);
  return store.transaction(() => {
    const username = `project_${project.id}_bot_${randomBytes(8).toString("hex")}`;
    const email = `${username}@noreply.invalid`;
    const { id: userId } = insertUser(store, { username, name: input.name, email });
    // Neither internal projects nor projects and groups of its own.
    updateUserRow(store, userId, { external: true, canCreateGroup: false, projectsLimit: 0 });
    putMembership(store, project.id, { userId, level, expiresAt: null });
    const description = input.description ?? "";
    const { name } = input;
    return issue(store, project, { userId, name, description, scopes, accessLevel: level, expiresAt });
  });
}

/** Replaces a token by a new one of the same user, scopes and role. Throws `notFound`, `forbidden` and `invalidFields`. */
export function rotateToken(
  caller: Caller,
  project: Project,
  id: number,
  input: { readonly expires_at?: string },
): IssuedToken {
  const { store } = caller;
  requireMaker(caller);
  const token = requireProjectToken(store, project, id);
  requireLevel(caller, project, token.accessLevel);
  if (!isActive(store, token)) throw invalidFields({ base: ["Token is revoked or expired"] });
  const expiresAt = toExpiry(store, input.expires_at, rotatedDays);
  return store.transaction(() => {
    revokeToken(store, token.id);
    return issue(store, project, { ...token, expiresAt });
  });
}

/** Revokes a token, and ends the membership of its user. Throws `notFound`, and `forbidden` above the caller's own role. */
export function endToken(caller: Caller, project: Project, id: number): void {
  const { store } = caller;
  const token = requireProjectToken(store, project, id);
  if (accessLevel(store, caller.user, project) < token.accessLevel) throw forbidden();
  store.transaction(() => {
    revokeToken(store, token.id);
    deleteMembership(store, project.id, token.userId);
  });
}

function issue(
  store: ServiceStore,
  project: Project,
  token: Pick<ProjectToken, "userId" | "name" | "description" | "scopes" | "accessLevel" | "expiresAt">,
): IssuedToken {
  const { userId, name, scopes, expiresAt } = token;
  const plain = issueToken(store, userId, { name, scopes, ...(expiresAt ? { expiresAt } : {}) });
  const id = lastTokenOf(store, userId);
  addProjectToken(store, { ...token, id, projectId: project.id });
  return { token: requireProjectToken(store, project, id), plain };
}

/** Throws `forbidden` for the user of a token: a token that makes tokens would never end. */
function requireMaker(caller: Caller): void {
  if (isTokenUser(caller.store, requireCaller(caller).id)) throw forbidden();
}

function requireLevel({ store, user }: Caller, project: Project, level: number): void {
  if (!Object.values(accessLevels).some((known) => known === level))
    throw invalidFields({ access_level: ["is not included in the list"] });
  if (level > accessLevel(store, user, project))
    throw invalidFields({ access_level: ["cannot be higher than your own"] });
}

function toScopes(given: readonly string[]): TokenScope[] {
  const scopes = projectScopes.filter((scope) => given.includes(scope));
  if (scopes.length !== new Set(given).size)
    throw invalidFields({ scopes: ["can only contain available scopes"] });
  return scopes;
}

function toExpiry(store: ServiceStore, given: string | undefined, days: number): string {
  const now = store.clock.now();
  const after = (count: number) => new Date(now + count * dayMs).toISOString().slice(0, 10);
  if (given === undefined) return after(days);
  if (given <= after(0)) throw invalidFields({ expires_at: ["must be in the future"] });
  if (given > after(maxDays)) throw invalidFields({ expires_at: [`must be within ${maxDays} days`] });
  return given;
}
