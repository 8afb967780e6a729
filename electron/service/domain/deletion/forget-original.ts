import { pinRef } from "../../git/refs/merge-request-refs.ts";
import { updateRefs } from "../../git/refs/update-refs.ts";
import { openRepository } from "../../git/repository.ts";
import { listOriginals, type OriginalRow } from "../../store/projects/originals.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { listPinnedCommits } from "../../store/review/merge-request-versions.ts";
import type { Store } from "../../store/store.ts";
import { checkOriginal, isReadOnly } from "../originals/original-state.ts";
import { watchOf } from "../originals/watch-originals.ts";
import { removeProject } from "./remove-project.ts";

/** Deletes a project, with the refs that pinned versions of its merge requests in the original. */
export async function forgetOriginal(store: Store, original: OriginalRow, project: Project): Promise<void> {
  if ((await checkOriginal(original)).state === "ready" && !(await isReadOnly(original))) {
    await removePinnedRefs(store, original, project);
  }
  watchOf(store).forget(project.id);
  await removeProject(store, project);
}

async function removePinnedRefs(store: Store, original: OriginalRow, project: Project): Promise<void> {
  const { objects, folder } = openRepository(project.repositoryPath);
  const others = listOriginals(store)
    .filter(({ commonDir, projectId }) => commonDir === original.commonDir && projectId !== project.id)
    .flatMap(({ projectId }) => listPinnedCommits(store, projectId));
  for (const id of new Set(listPinnedCommits(store, project.id))) {
    if (others.includes(id) || !findProject(store, project.id)) continue;
    const found = await objects.check(pinRef(id));
    if (found)
      await updateRefs(folder, [{ ref: pinRef(id), before: found.id, after: "0".repeat(id.length) }]);
  }
}
