import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
} from "../../../shared/api/resources/variables.ts";
import { requireProject } from "../domain/access/require-access.ts";
import {
  addVariable,
  changeVariable,
  removeVariable,
  requireVariable,
  variablesOf,
} from "../domain/ci/change-variables.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import { implement } from "../http/implement.ts";
import type { CiVariable } from "../store/ci/ci-settings.ts";

export const variableRoutes = [
  implement(listVariables, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return mapPage(pageOf(context, variablesOf(context.store, project)), toVariable);
  }),
  implement(getVariable, (input, context) =>
    toVariable(requireVariable(context.store, requireProject(context, input.id, "maintainer"), input)),
  ),
  implement(createVariable, (input, context) =>
    toVariable(addVariable(context.store, requireProject(context, input.id, "maintainer"), input)),
  ),
  implement(updateVariable, ({ id, ...changes }, context) => {
    const project = requireProject(context, id, "maintainer");
    return toVariable(changeVariable(context.store, project, changes, changes));
  }),
  implement(deleteVariable, (input, context) => {
    removeVariable(context.store, requireProject(context, input.id, "maintainer"), input);
    return undefined;
  }),
];

/** Returns a CI variable; the value of a masked one is never shown again. */
const toVariable = (variable: CiVariable) => ({
  key: variable.key,
  value: variable.masked ? null : variable.value,
  variable_type: variable.file ? "file" : "env_var",
  protected: variable.protected,
  masked: variable.masked,
  hidden: variable.masked,
  raw: variable.raw,
  environment_scope: variable.environmentScope,
  description: variable.description,
});
