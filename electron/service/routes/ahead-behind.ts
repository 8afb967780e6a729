import { listAheadBehind } from "../../../shared/api/resources/local-repositories.ts";
import { requireReadableProject } from "../domain/access/require-access.ts";
import { compareWithBase } from "../domain/repository/compare-refs.ts";
import { implement } from "../http/implement.ts";

export const aheadBehindRoutes = [
  implement(listAheadBehind, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    return compareWithBase(context.store, project, input, context.request.signal);
  }),
];
