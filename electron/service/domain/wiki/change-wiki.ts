import { setTimeout as delay } from "node:timers/promises";
import { commitFiles, type FileChange } from "../../git/commit-files.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import { recordRefUpdate } from "../../git/maintenance.ts";
import { branchTip, noObject } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { type RefUpdate, updateRefs } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { type Project, touchProject } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import { conflict, invalid } from "../refusal.ts";
import { type PageIndex, readPages } from "./page-index.ts";
import { ensureWiki, wikiBranch } from "./wiki-repository.ts";

/** User who changes a project's wiki. */
export interface WikiWriter {
  readonly store: ServiceStore;
  readonly project: Project;
  readonly user: User;
}

/** Changes to the current pages. Without changes nothing is committed. */
interface WikiChange {
  readonly message: string;
  readonly changes: readonly FileChange[];
}

/** Attempts at a change while pushes are faster. */
const maxAttempts = 20;

/**
 * Commits a change to a wiki, one writer at a time. `plan` is called again where a push moved the branch meanwhile, so
 * that the change is always made on top of what is there. Returns the commit and its pages. Throws what `plan` throws,
 * and `conflict` after {@link maxAttempts} such pushes.
 */
export async function changeWiki(
  { store, project, user }: WikiWriter,
  plan: (pages: PageIndex, repository: Repository) => WikiChange | Promise<WikiChange>,
  requested?: string,
): Promise<{ readonly repository: Repository; readonly branch: string; readonly pages: PageIndex }> {
  const repository = await ensureWiki(store, project);
  return repository.exclusively(async () => {
    const branch = requested ?? (await wikiBranch(repository));
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const tip = await branchTip(repository, branch);
      if (tip === null && requested !== undefined && requested !== (await wikiBranch(repository))) {
        throw invalid("You can only create or edit files when you are on a branch");
      }
      const before = await readPages(repository, tip);
      const change = await plan(before, repository);
      if (change.changes.length === 0) return { repository, branch, pages: before };
      const id = await commitFiles(repository, {
        parent: tip,
        changes: change.changes,
        message: change.message,
        author: user,
        committer: user,
      });
      const update = { ref: `refs/heads/${branch}`, before: tip ?? noObject, after: id };
      if (!(await moveRef(repository, update, user, change.message))) continue;
      recordRefUpdate(repository);
      touchProject(store, project);
      return { repository, branch, pages: await readPages(repository, id) };
    }
    throw conflict("The wiki is being pushed to. Try again.");
  });
}

const lockWaitMs = 50;

/** Moves a branch from where it was read; false where a push moved it, or has it locked at this moment. */
async function moveRef(
  repository: Repository,
  update: RefUpdate,
  user: User,
  message: string,
): Promise<boolean> {
  try {
    return await updateRefs(repository, [update], { user, message });
  } catch (error) {
    if (!(error instanceof GitRefusal && error.reason === "locked")) throw error;
    await delay(lockWaitMs);
    return false;
  }
}
