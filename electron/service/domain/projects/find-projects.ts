import { listProjects, type Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireUser } from "../access/require-user.ts";
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
