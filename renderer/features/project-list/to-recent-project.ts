import type { Project } from "../../../shared/api/resources/projects.ts";
import type { RecentProject } from "../../state/recent-projects.ts";

/** What recent and pinned lists keep of a project. */
export const toRecentProject = (account: string, project: Project): RecentProject => ({
  account,
  path: project.path_with_namespace,
  name: project.name,
  namespace: project.path_with_namespace.split("/").slice(0, -1).join("/"),
});
