import type { Project } from "../../../shared/api/resources/projects.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import type { RecentProject } from "../../state/recent-projects.ts";
import { lackedParts } from "../addresses/define-view.ts";

/** Returns the fields of a project that recent and pinned lists store; an original is a repository that was opened in place. */
export const toRecentProject = (account: string, project: Project, isOriginal = false): RecentProject => {
  const lacks = lackedParts(project, isOriginal);
  return {
    account,
    path: project.path_with_namespace,
    name: project.name,
    namespace: folderOf(project.path_with_namespace),
    ...(lacks.length > 0 ? { lacks: [...lacks] } : {}),
  };
};
