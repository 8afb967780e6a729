import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findGroup, type Group } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { queueEvent } from "./queued-deliveries.ts";

/** Something that happened to a user, key, group or project of the service. */
type SystemEvent =
  | { readonly name: "user_create" | "user_destroy"; readonly user: User }
  | { readonly name: "user_rename"; readonly user: User; readonly oldUsername: string }
  | {
      readonly name: "key_create" | "key_destroy";
      readonly user: User;
      readonly key: { readonly id: number; readonly key: string; readonly createdAt: string };
    }
  | { readonly name: "group_create" | "group_destroy"; readonly group: Group }
  | { readonly name: "group_rename"; readonly group: Group; readonly old: Pick<Group, "path" | "fullPath"> }
  | { readonly name: "project_create" | "project_destroy"; readonly project: Project }
  | {
      readonly name: "project_rename" | "project_transfer";
      readonly project: Project;
      readonly oldFullPath: string;
    }
  | {
      readonly name: "user_add_to_team" | "user_remove_from_team";
      readonly user: User;
      readonly project: Project;
      /** Name of the role. */
      readonly access: string;
    }
  | {
      readonly name: "user_add_to_group" | "user_remove_from_group";
      readonly user: User;
      readonly group: Group;
      readonly access: string;
    };

/**
 * Queues an event for all system hooks. Call it where the thing is done, in the same transaction if there is one: then the
 * event is stored exactly if the change is. What is destroyed is passed as it was.
 */
export function emitSystemEvent(store: ServiceStore, event: SystemEvent): void {
  queueEvent(store, null, toPayload(store, event, timeNow(store)));
}

/** The body as services send it: `event_name`, and the fields of its kind. */
function toPayload(store: ServiceStore, event: SystemEvent, now: string): object {
  const head = { event_name: event.name, updated_at: now };
  switch (event.name) {
    case "user_create":
    case "user_destroy":
      return { ...head, created_at: event.user.createdAt, ...userFields(event.user) };
    case "user_rename":
      return {
        ...head,
        created_at: event.user.createdAt,
        ...userFields(event.user),
        old_username: event.oldUsername,
      };
    case "key_create":
    case "key_destroy": {
      const { id, key, createdAt } = event.key;
      return { ...head, created_at: createdAt, username: event.user.username, key, id };
    }
    case "group_create":
    case "group_destroy":
      return { ...head, created_at: now, ...groupFields(event.group) };
    case "group_rename":
      return {
        ...head,
        created_at: now,
        ...groupFields(event.group),
        old_path: event.old.path,
        old_full_path: event.old.fullPath,
      };
    case "project_create":
    case "project_destroy":
      return { ...head, created_at: event.project.createdAt, ...projectFields(store, event.project) };
    case "project_rename":
    case "project_transfer":
      return {
        ...head,
        created_at: event.project.createdAt,
        ...projectFields(store, event.project),
        old_path_with_namespace: event.oldFullPath,
      };
    case "user_add_to_team":
    case "user_remove_from_team": {
      const { project, user, access } = event;
      return {
        ...head,
        created_at: now,
        access_level: access,
        project_id: project.id,
        project_name: project.name,
        project_path: project.path,
        project_path_with_namespace: project.fullPath,
        project_visibility: project.visibility,
        ...memberFields(user),
      };
    }
    case "user_add_to_group":
    case "user_remove_from_group": {
      const { group, user, access } = event;
      return {
        ...head,
        created_at: now,
        group_access: access,
        group_id: group.id,
        group_name: group.name,
        group_path: group.path,
        ...memberFields(user),
      };
    }
  }
}

const userFields = ({ id, name, username, email }: User) => ({ user_id: id, name, username, email });

const memberFields = ({ id, name, username, email }: User) => ({
  user_id: id,
  user_name: name,
  user_username: username,
  user_email: email,
});

const groupFields = ({ id, name, path, fullPath }: Group) => ({
  group_id: id,
  name,
  path,
  full_path: fullPath,
});

function projectFields(store: ServiceStore, project: Project) {
  const owner = project.userId === null ? null : findUser(store, project.userId);
  const group = project.groupId === null ? null : findGroup(store, project.groupId);
  return {
    project_id: project.id,
    name: project.name,
    path: project.path,
    path_with_namespace: project.fullPath,
    project_visibility: project.visibility,
    owner_name: owner?.name ?? group?.name ?? "",
    owner_email: owner?.email ?? "",
  };
}
