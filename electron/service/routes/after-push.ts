import type { PushCommand } from "../git/push-request.ts";
import { branchTip, listRefs } from "../git/refs.ts";
import { openRepository } from "../git/repository.ts";
import { git } from "../git/run.ts";
import { noteMove } from "../git/upkeep.ts";
import { type Project, touchProject } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import type { User } from "../store/users.ts";
import { followBranches } from "./merge-requests/follow-branches.ts";

/** What follows from a push that git has ended: work for the refs that it named, and for no others. */
export async function afterPush(
  store: Store,
  project: Project,
  user: User | null,
  commands: readonly PushCommand[],
): Promise<void> {
  if (commands.length === 0) return;
  noteMove(project.repositoryPath);
  await noteFirstBranch(store, project);
  const branches = commands
    .filter(({ ref }) => ref.startsWith("refs/heads/"))
    .map(({ ref }) => ref.slice("refs/heads/".length));
  await followBranches(store, project, user?.id ?? null, new Set(branches));
}

/** The first branch that comes to an empty project is its default branch: `main` or `master` where one is among them. */
async function noteFirstBranch(store: Store, project: Project): Promise<void> {
  if (project.defaultBranch !== null) return touchProject(store, project);
  const repository = openRepository(project.repositoryPath);
  const names = (await listRefs(repository, "heads")).map(({ name }) => name);
  const first = ["main", "master"].find((name) => names.includes(name)) ?? names[0];
  touchProject(store, project, first);
  if (first && project.origin === null && (await branchTip(repository, first))) {
    await git(project.repositoryPath, ["symbolic-ref", "HEAD", `refs/heads/${first}`]);
  }
}
