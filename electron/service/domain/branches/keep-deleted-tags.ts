import { findRef, isNoObject, type Ref } from "../../git/refs.ts";
import type { RefUpdate } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { forgetFormerTag, keepFormerTag } from "../../store/projects/former-tags.ts";
import type { Project } from "../../store/projects/projects.ts";
import { refNameRuleOf } from "./ref-permission.ts";

const prefix = "refs/tags/";
const tagsOf = (updates: readonly RefUpdate[]) => updates.filter(({ ref }) => ref.startsWith(prefix));
const nameOf = ({ ref }: RefUpdate) => ref.slice(prefix.length);

/**
 * Stores what a tag names that is about to be deleted: who may not move it may create it again there alone. A deletion
 * that fails afterwards leaves a record that nothing reads.
 */
export function keepDeletedTag(store: ServiceStore, project: Project, { name, target, commit }: Ref): void {
  const former = { target, commit: commit ?? target };
  keepFormerTag(store, project.id, refNameRuleOf(store, project)(name), former);
}

/** The same for the tags that a push deletes, whatever it says that they name. */
export async function keepDeletedTags(
  store: ServiceStore,
  project: Project,
  updates: readonly RefUpdate[],
): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  for (const update of tagsOf(updates)) {
    const tag = isNoObject(update.after) ? await findRef(repository, "tags", nameOf(update)) : null;
    if (tag) keepDeletedTag(store, project, tag);
  }
}

/** Forgets the deletion of tags that were created again. */
export function forgetDeletedTags(
  store: ServiceStore,
  project: Project,
  updates: readonly RefUpdate[],
): void {
  for (const update of tagsOf(updates)) {
    if (!isNoObject(update.after))
      forgetFormerTag(store, project.id, refNameRuleOf(store, project)(nameOf(update)));
  }
}
