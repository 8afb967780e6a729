import { join } from "node:path";
import type { OriginalState } from "../../../../shared/api/resources/local-repositories.ts";
import { foreignFolder } from "../../git/foreign.ts";
import { GitRefusal, unreadable } from "../../git/git-errors.ts";
import type { OriginalLayout } from "../../git/original-layout.ts";
import type { Repository } from "../../git/repository.ts";
import type { Volumes } from "../../git/volume.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { findOriginal, type OriginalRow } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";

export interface Availability {
  readonly state: OriginalState;
  /** Null while it is ready. */
  readonly problem: string | null;
}

/** Problems of originals, by project: what the last verification found, and what the last check found. */
const problemsOf = perService(() => ({
  verified: new Map<number, GitRefusal | null>(),
  checked: new Map<number, GitRefusal | null>(),
}));

/** Stores the problem that the verification of an original found, null for none. */
export function rememberProblem(store: ServiceStore, projectId: number, problem: GitRefusal | null): void {
  problemsOf(store).verified.set(projectId, problem);
}

/**
 * Returns device, inode and time of creation of a folder: another repository at the same path has others, even where the
 * file system uses an inode again. Some file systems store no such time.
 */
export async function folderIdentity(
  { git }: ServiceStore,
  { kind, path, commonDir }: OriginalLayout,
): Promise<string> {
  const [found] = await git.volumes.statsOf(commonDir, [kind === "bundle" ? path : commonDir]);
  if (!found) return "";
  const { dev, ino, birthtimeNs, ctimeNs } = found;
  return `${dev}:${ino}:${birthtimeNs === ctimeNs ? 0 : birthtimeNs}`;
}

/**
 * Returns whether an original can be read now, within seconds also where its volume does not respond. Costs a few calls of
 * the file system.
 */
export async function checkOriginal(store: ServiceStore, original: OriginalRow): Promise<Availability> {
  const { verified, checked } = problemsOf(store);
  const problem = (await accessProblem(store, original)) ?? verified.get(original.projectId) ?? null;
  checked.set(original.projectId, problem);
  return { state: stateOf(problem), problem: problem?.message ?? null };
}

/** Throws {@link GitRefusal} where the last check found that the original cannot be read. Reads nothing. */
export function requireOriginal(store: ServiceStore, { projectId }: OriginalRow): void {
  const problem = problemsOf(store).checked.get(projectId);
  if (problem) throw problem;
}

/** Returns why the system does not let Helve read an original; null where it does. */
export async function accessProblem(
  { git }: ServiceStore,
  original: OriginalRow,
): Promise<GitRefusal | null> {
  const { volumes } = git;
  const { kind, path, gitDir, commonDir } = original;
  if (!(await volumes.originalResponds(original))) return unreadable(path, "ETIMEDOUT");
  const objects = join(commonDir, "objects");
  const parts =
    kind === "bundle" ? [] : [[join(gitDir, "HEAD"), "read"] as const, [objects, "search"] as const];
  for (const [part, mode] of [[path, "read"] as const, ...parts]) {
    const code = await volumes.accessError(commonDir, part, mode);
    if (code === "ENOENT" || code === "ENOTDIR") return await missing(volumes, original);
    if (code !== null) return unreadable(part, code);
  }
  return null;
}

function stateOf(problem: GitRefusal | null): OriginalState {
  if (problem === null) return "ready";
  if (problem.reason === "original_missing") return "missing";
  return problem.reason === "original_replaced" ? "replaced" : "unreadable";
}

async function missing(volumes: Volumes, { kind, path, commonDir }: OriginalRow): Promise<GitRefusal> {
  const isThere = (await volumes.accessError(commonDir, path, "exist")) === null;
  // A linked worktree or a submodule cannot be read without the repository that it belongs to.
  const subject = kind === "linked" && isThere ? `The repository of ${path} (${commonDir})` : path;
  const message =
    isThere && kind !== "linked"
      ? `${path} has no repository now: its git folder was moved or deleted, or the volume that belongs there is not connected.`
      : `${subject} is not there: the folder was moved or deleted, or its volume is not connected.`;
  return new GitRefusal("original_missing", message, { path });
}

/** Returns whether the repository of a project can be read; only originals can be missing. */
export async function isAvailable(store: ServiceStore, projectId: number): Promise<boolean> {
  const original = findOriginal(store, projectId);
  return !original || (await checkOriginal(store, original)).state === "ready";
}

/** Returns whether nothing can be written: a bundle, a folder that this user may only read, or one whose objects are elsewhere. */
export async function isReadOnly({ git }: ServiceStore, { kind, commonDir }: OriginalRow): Promise<boolean> {
  if (kind === "bundle") return true;
  // Objects of another folder are read, after consent, and never written to.
  if ((await foreignFolder(commonDir).kind("objects")) === "link") return true;
  for (const name of [".", "refs", "objects"])
    if ((await git.volumes.accessError(commonDir, join(commonDir, name), "write")) !== null) return true;
  return false;
}

/** Returns the git repository of a project. Throws GitRefusal where it was opened from disk and is not there now. */
export function projectRepository(store: ServiceStore, project: Project): Repository {
  const original = project.origin === null ? null : findOriginal(store, project.id);
  if (original) requireOriginal(store, original);
  return store.git.open(project.repositoryPath);
}
