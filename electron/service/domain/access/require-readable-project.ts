import { forbidden } from "../../http/http-error.ts";
import type { Context } from "../../http/implement.ts";
import { accessLevels } from "../../store/groups/members.ts";
import type { Project } from "../../store/projects/projects.ts";

/** The project of `:id` where the caller may read its code; guests of a private project may not. */
export function requireReadableProject(context: Context, idOrPath: string | number): Project {
  const project = context.project(idOrPath);
  if (project.visibility !== "private") return project;
  const { own, group } = context.access(project);
  if (Math.max(own, group) < accessLevels.reporter) throw forbidden();
  return project;
}
