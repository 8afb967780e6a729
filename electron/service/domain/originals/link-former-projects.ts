import { basename, dirname } from "node:path";
import { foreignFolder } from "../../git/foreign.ts";
import { GitError } from "../../git/git-errors.ts";
import { linkRepository } from "../../git/linked-repository.ts";
import { findLayout, type OriginalLayout } from "../../git/original-layout.ts";
import { readSettings } from "../../git/original-settings.ts";
import { removeOwn } from "../../git/own-files.ts";
import { snapshotAllRefs, snapshotRefs } from "../../git/ref-snapshot.ts";
import { noObject } from "../../git/refs.ts";
import { updateRefs } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { saveOriginal, unlinkedProjects } from "../../store/projects/originals.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { folderIdentity } from "./original-state.ts";

/**
 * Turns projects that were opened before originals were read live, with refs copied once, into linked ones. The originals
 * are not touched. Where Helve's copy of a branch or tag differs, it stays below `refs/former/` in Helve's own folder.
 */
export async function linkFormerProjects(store: ServiceStore): Promise<void> {
  for (const id of unlinkedProjects(store)) {
    const project = findProject(store, id);
    if (project?.origin) await linkFormer(store, project, project.origin);
  }
}

async function linkFormer(store: ServiceStore, project: Project, origin: string): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  const former = await snapshotAllRefs(repository);
  const layout = await layoutOf(origin);
  await removeOwn(repository.folder, "packed-refs", "refs", "logs");
  await linkRepository(repository, layout, await readSettings(store.git, layout));
  const current = await snapshotRefs(repository).catch(() => new Map<string, string>());
  for (const [ref, after] of former) {
    if (current.get(ref) === after) continue;
    const shared = /^refs\/(?:heads|tags)\//.test(ref);
    const kept = shared ? ref.replace("refs/", "refs/former/") : ref;
    // Fails where the original has pruned the commit since.
    await updateRefs(repository, [{ ref: kept, before: noObject, after }]).catch((error: unknown) => {
      if (!(error instanceof GitError)) throw error;
    });
  }
  saveOriginal(store, {
    ...layout,
    projectId: project.id,
    borrowed: [],
    agreedWorktrees: [],
    identity: await folderIdentity(store, layout),
    tips: [],
    openedAt: project.createdAt,
    removedAt: null,
  });
}

/** Returns the layout of a git folder, guessed from its name where it is missing. */
async function layoutOf(origin: string): Promise<OriginalLayout> {
  const path = basename(origin) === ".git" ? dirname(origin) : origin;
  if ((await foreignFolder(origin).kind("")) !== null) return findLayout(path);
  return { kind: path === origin ? "bare" : "worktree", path, gitDir: origin, commonDir: origin };
}
