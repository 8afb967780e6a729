import { countContributors, type GitContributor } from "../../git/history/contributors.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { resolveOrDefault } from "./read-tree.ts";

/**
 * Returns who wrote the commits of the default branch, by fewest commits first unless requested otherwise. `signal`
 * ends git.
 */
export async function listContributors(
  store: Store,
  project: Project,
  {
    order_by: key = "commits",
    sort,
  }: {
    readonly order_by?: "name" | "email" | "commits" | undefined;
    readonly sort?: "asc" | "desc" | undefined;
  },
  signal: AbortSignal,
): Promise<GitContributor[]> {
  const head = await resolveOrDefault(store, project, undefined);
  if (!head) return [];
  const people = await countContributors(projectRepository(store, project), head, signal);
  const sign = sort === "desc" ? -1 : 1;
  return people.toSorted((a, b) =>
    key === "commits" ? sign * (a.commits - b.commits) : sign * a[key].localeCompare(b[key]),
  );
}
