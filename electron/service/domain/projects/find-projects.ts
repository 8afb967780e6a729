import { accessLevels } from "../../store/access-levels.ts";
import { listProjects, type Project } from "../../store/projects/projects.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireUser } from "../access/require-user.ts";
import { registrationToken } from "../ci/runner-tokens.ts";
import { filterProjects, type ProjectFilters } from "./project-filters.ts";

/** Returns all projects that match and that the caller may see. `signal` ends git. */
export const findProjects = (
  { store, user }: Caller,
  filters: ProjectFilters,
  signal: AbortSignal,
): Promise<Project[]> => filterProjects(store, user, filters, listProjects(store), signal);

/** Returns the personal projects of a user that match and that the caller may see. Throws 404. `signal` ends git. */
export function findProjectsOfUser(
  caller: Caller,
  idOrName: string | number,
  filters: ProjectFilters,
  signal: AbortSignal,
): Promise<Project[]> {
  const { store, user } = caller;
  const owner = requireUser(caller, idOrName);
  const all = listProjects(store).filter(({ userId }) => userId === owner.id);
  return filterProjects(store, user, filters, all, signal);
}

/** Returns the token with which runners of a project are registered; null below maintainer. */
export const runnersTokenOf = ({ store, user }: Caller, project: Project): string | null =>
  accessLevel(store, user, project) >= accessLevels.maintainer
    ? registrationToken(store, { type: "project", id: project.id })
    : null;
