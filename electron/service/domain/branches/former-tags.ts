import { findRef, isNoObject, type Ref } from "../../git/refs/refs.ts";
import type { RefUpdate } from "../../git/refs/update-refs.ts";
import { openRepository } from "../../git/repository.ts";
import { forgetFormerTag, keepFormerTag } from "../../store/projects/former-tags.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { refNameRuleOf } from "./ref-permission.ts";

const prefix = "refs/tags/";
const tagsOf = (updates: readonly RefUpdate[]) => updates.filter(({ ref }) => ref.startsWith(prefix));
const nameOf = ({ ref }: RefUpdate) => ref.slice(prefix.length);

/**
 * Stores what a tag names that is about to be deleted: who may not move it may create it again there alone. A deletion
 * that fails afterwards leaves a record that nothing reads.
 */
export function keepDeletedTag(store: Store, project: Project, { name, target, commit }: Ref): void {
  const former = { target, commit: commit ?? target };
  keepFormerTag(store, project.id, refNameRuleOf(project)(name), former);
}

/** The same for the tags that a push deletes, whatever it says that they name. */
export async function keepDeletedTags(
  store: Store,
  project: Project,
  updates: readonly RefUpdate[],
): Promise<void> {
  const repository = openRepository(project.repositoryPath);
  for (const update of tagsOf(updates)) {
    const tag = isNoObject(update.after) ? await findRef(repository, "tags", nameOf(update)) : null;
    if (tag) keepDeletedTag(store, project, tag);
  }
}

/** Forgets the deletion of tags that were created again. */
export function forgetDeletedTags(store: Store, project: Project, updates: readonly RefUpdate[]): void {
  for (const update of tagsOf(updates)) {
    if (!isNoObject(update.after)) forgetFormerTag(store, project.id, refNameRuleOf(project)(nameOf(update)));
  }
}
