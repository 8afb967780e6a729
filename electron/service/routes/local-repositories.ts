import {
  getOriginal,
  listLocalRepositories,
  openLocalRepository,
  pollOriginals,
  removeLocalRepository,
} from "../../../shared/api/resources/local-repositories.ts";
import { requireCaller } from "../domain/access/require-access.ts";
import { forgetOriginal } from "../domain/lifecycle/remove-project.ts";
import {
  inspectOriginal,
  listOpened,
  openOriginal,
  removeOriginal,
  requireOpened,
} from "../domain/originals/opened-originals.ts";
import { watchOf } from "../domain/originals/watch-originals.ts";
import { describeProject } from "../domain/projects/describe-project.ts";
import { implement } from "../http/implement.ts";
import { toProjectShape } from "../presenters/project.ts";

export const localRepositoryRoutes = [
  implement(openLocalRepository, async (input, context) => {
    const project = await openOriginal(context.store, requireCaller(context), input);
    return toProjectShape(context, describeProject(context, project));
  }),
  implement(listLocalRepositories, (_, { store }) => listOpened(store)),
  implement(removeLocalRepository, async (input, context) => {
    const { project, original } = requireOpened(context, input.id);
    if (input.forget) await forgetOriginal(context.store, original, project);
    else removeOriginal(context.store, original);
    return undefined;
  }),
  implement(getOriginal, (input, context) => {
    return inspectOriginal(context, input.id);
  }),
  implement(pollOriginals, (input, { store, request }) =>
    watchOf(store).changes.poll(input.cursor, request.signal),
  ),
];
