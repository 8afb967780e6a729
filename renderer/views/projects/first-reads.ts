import { listCommits } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import type { Prefetch } from "../../api/use-operation.ts";

/** Reads what a project's front page shows first: the project, its latest commits and its root folder. */
export async function readProject(read: Prefetch, project: string): Promise<void> {
  const folder = async () => {
    const { path_with_namespace: id, default_branch: ref } = await read(getProject, {
      id: project,
      license: true,
    });
    if (ref) await read(listTree, { id, ref, per_page: 100 });
  };
  await Promise.all([folder(), read(listCommits, { id: project, per_page: 6 })]);
}
