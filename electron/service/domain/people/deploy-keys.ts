import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  type DeployKey,
  findDeployKey,
  findDeployKeyId,
  insertDeployKey,
  listAllDeployKeys,
  listDeployKeys,
  projectsOfDeployKey,
  putDeployKey,
  removeDeployKey,
  renameDeployKey,
} from "../../store/projects/deploy-keys.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { findKeyByFingerprint } from "../../store/users/ssh-keys.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { invalidFields, notFound } from "../refusal.ts";
import { validatePublicKey } from "./ssh-keys.ts";

/** Returns the deploy keys of a project. */
export const deployKeysOf = (store: ServiceStore, project: Project): DeployKey[] =>
  listDeployKeys(store, project.id);

/** Returns the deploy keys of all projects. */
export const allDeployKeys = (store: ServiceStore): DeployKey[] => listAllDeployKeys(store);

/** Returns a deploy key of a project. Throws `notFound`. */
export function requireDeployKey(store: ServiceStore, project: Project, id: number): DeployKey {
  const key = findDeployKey(store, project.id, id);
  if (!key) throw notFound("Deploy Key");
  return key;
}

interface NewDeployKey {
  readonly title: string;
  readonly key: string;
  readonly can_push?: boolean;
  readonly expires_at?: string;
}

/**
 * Adds a deploy key. Throws `invalidFields` where it is not a public key, belongs to a user or is one of another project,
 * which is enabled instead.
 */
export function addDeployKey(store: ServiceStore, project: Project, input: NewDeployKey): DeployKey {
  const key = validatePublicKey(input.key);
  if (!key) throw invalidFields({ key: ["is invalid"], fingerprint: ["cannot be generated"] });
  const { fingerprint } = key;
  if (findKeyByFingerprint(store, fingerprint) || findDeployKeyId(store, fingerprint) !== null)
    throw invalidFields({ fingerprint: ["has already been taken"], key: ["has already been taken"] });
  const title = input.title.trim();
  if (!title) throw invalidFields({ title: ["can't be blank"] });
  const expiresAt = input.expires_at ?? null;
  return store.transaction(() => {
    const id = insertDeployKey(store, { title, key: key.line, fingerprint, expiresAt });
    putDeployKey(store, project.id, id, input.can_push ?? false);
    return requireDeployKey(store, project, id);
  });
}

/** Changes a deploy key; its title is that of all projects that have it. Throws `notFound` and `invalidFields`. */
export function changeDeployKey(
  store: ServiceStore,
  project: Project,
  id: number,
  input: { readonly title?: string; readonly can_push?: boolean },
): DeployKey {
  const key = requireDeployKey(store, project, id);
  const title = input.title?.trim();
  if (title === "") throw invalidFields({ title: ["can't be blank"] });
  store.transaction(() => {
    if (title !== undefined) renameDeployKey(store, key.id, title);
    if (input.can_push !== undefined) putDeployKey(store, project.id, key.id, input.can_push);
  });
  return requireDeployKey(store, project, id);
}

/**
 * Gives a project the deploy key of another one that the caller maintains as well, to read alone. Throws `notFound` for all
 * others.
 */
export function enableKey(caller: Caller, project: Project, id: number): DeployKey {
  const { store, user } = caller;
  const maintains = projectsOfDeployKey(store, id).some((projectId) => {
    const other = findProject(store, projectId);
    return other !== null && accessLevel(store, user, other) >= accessLevels.maintainer;
  });
  if (!maintains) throw notFound("Deploy Key");
  if (!findDeployKey(store, project.id, id)) putDeployKey(store, project.id, id, false);
  return requireDeployKey(store, project, id);
}

/** Takes a deploy key from a project; one that no other project has is deleted. Throws `notFound`. */
export const takeDeployKey = (store: ServiceStore, project: Project, id: number): void =>
  removeDeployKey(store, project.id, requireDeployKey(store, project, id).id);
