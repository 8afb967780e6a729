import { listAheadBehind } from "../../../shared/api/local.ts";
import { refuse } from "../failure.ts";
import { countAheadBehind } from "../git/ahead-behind.ts";
import { resolveCommit } from "../git/refs.ts";
import { implement } from "../implement.ts";
import { codeProject } from "./code-project.ts";

export const aheadBehindRoutes = [
  implement(listAheadBehind, async (input, context) => {
    const repository = context.repository(codeProject(context, input.id));
    const [base, ...commits] = await Promise.all(
      [input.base, ...input.ids].map((rev) => resolveCommit(repository, rev)),
    );
    if (!base) throw refuse(404, "404 Ref Not Found");
    const found = commits.filter((commit) => commit !== null);
    const counts = await countAheadBehind(repository, found, base, context.request.signal);
    return input.ids.map((id, index) => {
      const { ahead, behind } = counts.get(commits[index] ?? "") ?? { ahead: null, behind: null };
      return { id, ahead, behind };
    });
  }),
];
