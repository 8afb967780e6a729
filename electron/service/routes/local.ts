import {
  getOriginal,
  listLocalRepositories,
  openLocalRepository,
  pollOriginals,
  removeLocalRepository,
} from "../../../shared/api/resources/local-repositories.ts";
import { openOriginal } from "../domain/originals/open-original.ts";
import {
  describeOriginal,
  forgetOriginal,
  inspectOriginal,
  removeOriginal,
} from "../domain/originals/originals.ts";
import { watchOf } from "../domain/originals/watch-originals.ts";
import type { Context } from "../http/context.ts";
import { notFound, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { toProjectShape } from "../presenters/project.ts";
import { findOriginal, listOriginals } from "../store/projects/originals.ts";
import { findProject } from "../store/projects/projects.ts";

/** Returns a project that was opened from disk, with its original. Throws 404 for all others. */
function requireOpened(context: Context, id: string | number, role: "reporter" | "owner") {
  const project = context.project(id, role);
  const original = findOriginal(context.store, project.id);
  if (!original) throw notFound("Original");
  return { project, original };
}

export const localRoutes = [
  implement(openLocalRepository, async (input, context) => {
    if (!context.user) throw unauthorized();
    return toProjectShape(context, await openOriginal(context.store, context.user, input));
  }),
  implement(listLocalRepositories, (_, { store }) =>
    listOriginals(store).flatMap((original) => {
      const project = findProject(store, original.projectId);
      return project ? [describeOriginal(original, project)] : [];
    }),
  ),
  implement(removeLocalRepository, async (input, context) => {
    const { project, original } = requireOpened(context, input.id, "owner");
    if (input.forget) await forgetOriginal(context.store, original, project);
    else removeOriginal(context.store, original);
    return undefined;
  }),
  implement(getOriginal, (input, context) => {
    const { project, original } = requireOpened(context, input.id, "reporter");
    return inspectOriginal(original, project);
  }),
  implement(pollOriginals, (input, { store, request }) =>
    watchOf(store).changes.poll(input.cursor, request.signal),
  ),
];
