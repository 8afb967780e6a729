import { recordRefUpdate } from "../../git/maintenance.ts";
import { branchTip, listRefs } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository.ts";
import { git } from "../../git/run.ts";
import type { PushCommand } from "../../git/transport/push-request.ts";
import { type Project, touchProject } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { followBranches } from "../merge-requests/follow-branches.ts";
import { emitRefsMoved } from "./ref-events.ts";

/** What follows from a push that git has ended: work for the refs that it named, and for no others. */
export async function afterPush(
  store: Store,
  project: Project,
  user: User | null,
  commands: readonly PushCommand[],
): Promise<void> {
  if (commands.length === 0) return;
  recordRefUpdate(project.repositoryPath);
  emitRefsMoved(store, { project, updates: commands, userId: user?.id ?? null });
  const branches = commands
    .filter(({ ref }) => ref.startsWith("refs/heads/"))
    .map(({ ref }) => ref.slice("refs/heads/".length));
  await noteFirstBranch(store, project, branches);
  await followBranches(store, project, user?.id ?? null, new Set(branches));
}

/** Names that projects give to the branch that all others come from, the most common first. */
const commonNames = ["main", "master", "trunk", "develop"];

/**
 * The first branch of an empty project is its default branch. A push names no `HEAD` (the protocol carries refs alone),
 * so of several branches one with a common name is taken, else the one that the push named first.
 */
async function noteFirstBranch(store: Store, project: Project, pushed: readonly string[]): Promise<void> {
  if (project.defaultBranch !== null) return touchProject(store, project);
  const repository = openRepository(project.repositoryPath);
  const names = (await listRefs(repository, "heads")).map(({ name }) => name);
  const first = [...commonNames, ...pushed].find((name) => names.includes(name)) ?? names[0];
  touchProject(store, project, first);
  if (first && project.origin === null && (await branchTip(repository, first))) {
    await git(project.repositoryPath, ["symbolic-ref", "HEAD", `refs/heads/${first}`]);
  }
}
