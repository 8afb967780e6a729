import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
} from "../../../shared/api/resources/variables.ts";
import { requireProject } from "../domain/access/require-project.ts";
import {
  addVariable,
  changeVariable,
  removeVariable,
  requireVariable,
  variablesOf,
} from "../domain/ci/ci-variables.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { toVariable } from "../presenters/variable.ts";

export const variableRoutes = [
  implement(listVariables, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return mapPage(pageOf(context, variablesOf(context.store, project)), toVariable);
  }),
  implement(getVariable, (input, context) =>
    toVariable(requireVariable(context.store, requireProject(context, input.id, "maintainer"), input.key)),
  ),
  implement(createVariable, (input, context) =>
    toVariable(addVariable(context.store, requireProject(context, input.id, "maintainer"), input)),
  ),
  implement(updateVariable, ({ id, key, ...changes }, context) => {
    const project = requireProject(context, id, "maintainer");
    return toVariable(changeVariable(context.store, project, key, changes));
  }),
  implement(deleteVariable, (input, context) => {
    removeVariable(context.store, requireProject(context, input.id, "maintainer"), input.key);
    return undefined;
  }),
];
