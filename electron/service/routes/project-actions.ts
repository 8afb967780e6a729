import {
  archiveProject,
  createProject,
  deleteProject,
  forkProject,
  getImportStatus,
  moveProject,
  starProject,
  unarchiveProject,
  unstarProject,
} from "../../../shared/api/resources/project-actions.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { fork, makeProject, setArchived, transfer } from "../domain/lifecycle/make-project.ts";
import { removeAnyProject } from "../domain/lifecycle/remove-project.ts";
import { setStar } from "../domain/projects/find-projects.ts";
import { type Context, implement } from "../http/implement.ts";
import { toSingleProject } from "./projects.ts";

const star = (context: Context, id: string | number, isStarred: boolean) =>
  toSingleProject(context, setStar(context, id, isStarred));

export const projectActionRoutes = [
  implement(createProject, async (input, context) =>
    toSingleProject(context, await makeProject(context, input)),
  ),
  implement(forkProject, async ({ id, ...input }, context) =>
    toSingleProject(context, await fork(context, id, input)),
  ),
  implement(getImportStatus, (input, context) => {
    const { id, importStatus, importError } = requireProject(context, input.id, "reporter");
    return { id, import_status: importStatus, import_error: importError };
  }),
  implement(deleteProject, async (input, context) => {
    await removeAnyProject(context.store, requireProject(context, input.id, "owner"));
    return undefined;
  }),
  implement(starProject, (input, context) => star(context, input.id, true)),
  implement(unstarProject, (input, context) => star(context, input.id, false)),
  implement(archiveProject, (input, context) =>
    toSingleProject(context, setArchived(context, input.id, true)),
  ),
  implement(unarchiveProject, (input, context) =>
    toSingleProject(context, setArchived(context, input.id, false)),
  ),
  implement(moveProject, (input, context) =>
    toSingleProject(context, transfer(context, input.id, input.namespace)),
  ),
];
