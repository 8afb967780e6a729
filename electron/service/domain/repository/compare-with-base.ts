import type { AheadBehind } from "../../../../shared/api/resources/local-repositories.ts";
import { countAheadBehind } from "../../git/history/ahead-behind.ts";
import { latestTips, maxLatestTips } from "../../git/refs/latest-tips.ts";
import { resolveCommit } from "../../git/refs/refs.ts";
import { httpError } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";

/**
 * Returns how far commits are ahead of and behind a base, of the default branch where it is absent; of the latest tips
 * where `ids` is absent. Throws 404 for an unknown base. `signal` ends git.
 */
export async function compareWithBase(
  store: Store,
  project: Project,
  query: { readonly base?: string | undefined; readonly ids?: readonly string[] | undefined },
  signal: AbortSignal,
): Promise<AheadBehind[]> {
  const repository = projectRepository(store, project);
  const from = query.base ?? project.defaultBranch;
  const base = from === null ? null : await resolveCommit(repository, from);
  if (!base) throw httpError(404, "404 Ref Not Found");
  const ids = query.ids ?? (await latestTips(repository, maxLatestTips));
  const commits = await Promise.all(ids.map((rev) => resolveCommit(repository, rev)));
  const found = commits.filter((commit) => commit !== null);
  const counts = await countAheadBehind(repository, found, base, signal);
  return ids.map((id, index) => {
    const { ahead, behind } = counts.get(commits[index] ?? "") ?? { ahead: null, behind: null };
    return { id, ahead, behind };
  });
}
