import type { ServiceStore } from "../../service-store.ts";
import { findGroup, type Group } from "../../store/groups/groups.ts";
import { listOwnedGroupIds, ownersOfGroup } from "../../store/groups/members.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import { deleteContributions, reassignContributions } from "../../store/users/contributions.ts";
import {
  deleteUserRow,
  findGhost,
  findUserByName,
  insertUser,
  listProjectsOfUser,
  type User,
  updateUserRow,
} from "../../store/users/users.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { conflict, forbidden } from "../refusal.ts";
import { deletionsOf } from "./delete-groups.ts";
import { forgetOriginal, removeProject } from "./remove-project.ts";

/**
 * Deletes a user with its personal projects. What it has written becomes the ghost user's; with `hard` that is deleted
 * too, and so are the groups that nobody else owns. Throws `conflict` where such groups exist without `hard`, and `forbidden` for the
 * ghost and for the caller.
 */
export async function removeUser(
  store: ServiceStore,
  user: User,
  caller: User | null,
  hard: boolean,
): Promise<void> {
  if (user.isGhost || user.id === caller?.id) throw forbidden();
  const groups = solelyOwnedGroups(store, user.id);
  if (!hard && groups.length > 0) {
    throw conflict("User cannot be removed while is the sole-owner of a group");
  }
  for (const group of groups) deletionsOf(store).add(group);
  for (const project of listProjectsOfUser(store, user.id)) {
    const original = findOriginal(store, project.id);
    // A repository that was opened from disk stays there.
    if (original) await forgetOriginal(store, original, project);
    else await removeProject(store, project);
  }
  if (hard) deleteContributions(store, user.id);
  store.transaction(() => {
    if (!hard) reassignContributions(store, user.id, requireGhost(store).id);
    deleteUserRow(store, user.id);
    emitSystemEvent(store, { name: "user_destroy", user });
  });
}

/** Groups that a user owns and nobody else does, neither there nor in a group above. */
function solelyOwnedGroups(store: ServiceStore, userId: number): Group[] {
  return listOwnedGroupIds(store, userId).flatMap((id) => {
    const owners = ownersOfGroup(store, id);
    return owners.every((owner) => owner === userId) ? (findGroup(store, id) ?? []) : [];
  });
}

/** The ghost user, which the first deletion adds. */
function requireGhost(store: ServiceStore): User {
  const found = findGhost(store);
  if (found) return found;
  const ghost = insertUser(store, {
    username: nameOfGhost(store),
    name: "Ghost User",
    email: `ghost-${crypto.randomUUID()}@users.invalid`,
    bio: "Everything that users who were deleted have written.",
  });
  updateUserRow(store, ghost.id, { isGhost: true, canCreateGroup: false, projectsLimit: 0 });
  return ghost;
}

/** `ghost`, or `ghost1` and so on where that is somebody's name. */
function nameOfGhost(store: ServiceStore): string {
  for (let index = 0; ; index++) {
    const name = `ghost${index || ""}`;
    if (!findUserByName(store, name)) return name;
  }
}
