import { listAheadBehind } from "../../../shared/api/resources/local-repositories.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { countAheadBehind } from "../git/history/ahead-behind.ts";
import { latestTips, maxLatestTips } from "../git/refs/latest-tips.ts";
import { resolveCommit } from "../git/refs/refs.ts";
import { httpError } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";

export const aheadBehindRoutes = [
  implement(listAheadBehind, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const repository = context.repository(project);
    const from = input.base ?? project.defaultBranch;
    const base = from === null ? null : await resolveCommit(repository, from);
    if (!base) throw httpError(404, "404 Ref Not Found");
    const ids = input.ids ?? (await latestTips(repository, maxLatestTips));
    const commits = await Promise.all(ids.map((rev) => resolveCommit(repository, rev)));
    const found = commits.filter((commit) => commit !== null);
    const counts = await countAheadBehind(repository, found, base, context.request.signal);
    return ids.map((id, index) => {
      const { ahead, behind } = counts.get(commits[index] ?? "") ?? { ahead: null, behind: null };
      return { id, ahead, behind };
    });
  }),
];
