import type { ServiceStore } from "../../service-store.ts";
import { findGroup } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";

const visibilityLevels = { private: 0, internal: 10, public: 20 } as const;

/** Returns the part of an event's body that names the project. */
export function eventProject(store: ServiceStore, project: Project, serviceUrl: string) {
  const { groupId, userId } = project;
  const namespace = groupId === null ? findUser(store, userId ?? 0)?.name : findGroup(store, groupId)?.name;
  const url = `${serviceUrl}/${project.fullPath}`;
  const ssh = `git@${new URL(serviceUrl).hostname}:${project.fullPath}.git`;
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    web_url: url,
    avatar_url: null,
    git_ssh_url: ssh,
    git_http_url: `${url}.git`,
    namespace: namespace ?? "",
    visibility_level: visibilityLevels[project.visibility],
    path_with_namespace: project.fullPath,
    default_branch: project.defaultBranch,
    homepage: url,
    url: ssh,
    ssh_url: ssh,
    http_url: `${url}.git`,
  };
}

/** Returns the part of an event's body that names the repository. */
export function eventRepository(store: ServiceStore, project: Project, serviceUrl: string) {
  const { name, url, description, homepage, git_http_url, git_ssh_url, visibility_level } = eventProject(
    store,
    project,
    serviceUrl,
  );
  return { name, url, description, homepage, git_http_url, git_ssh_url, visibility_level };
}

/** Returns the part of an event's body that names the user who caused it; empty fields for nobody. */
export const eventUser = (user: User | null) =>
  user
    ? { id: user.id, name: user.name, username: user.username, avatar_url: null, email: user.email }
    : { id: null, name: "", username: "", avatar_url: null, email: "" };
