import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
} from "../../../shared/api/resources/variables.ts";
import { requireVariable, saveVariable } from "../domain/ci/ci-variables.ts";
import { httpError } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { toVariable } from "../presenters/variable.ts";
import { deleteCiVariable, findCiVariable, listCiVariables } from "../store/ci/ci-variables.ts";

export const variableRoutes = [
  implement(listVariables, (input, context) => {
    const project = context.project(input.id, "maintainer");
    return mapPage(pageOf(context, listCiVariables(context.store, project.id)), toVariable);
  }),
  implement(getVariable, (input, context) =>
    toVariable(requireVariable(context.store, context.project(input.id, "maintainer"), input.key)),
  ),
  implement(createVariable, (input, context) => {
    const project = context.project(input.id, "maintainer");
    if (findCiVariable(context.store, project.id, input.key)) {
      throw httpError(400, { key: [`(${input.key}) has already been taken`] });
    }
    const masked = input.masked_and_hidden || (input.masked ?? false);
    return toVariable(
      saveVariable(context.store, project, {
        key: input.key,
        value: input.value,
        file: input.variable_type === "file",
        protected: input.protected ?? false,
        masked,
        raw: input.raw ?? false,
        description: input.description ?? null,
      }),
    );
  }),
  implement(updateVariable, (input, context) => {
    const project = context.project(input.id, "maintainer");
    const known = requireVariable(context.store, project, input.key);
    const unmasked = known.masked && input.masked === false;
    if (unmasked && input.value === undefined) {
      throw httpError(400, { masked: ["cannot be removed without a new value"] });
    }
    return toVariable(
      saveVariable(context.store, project, {
        key: known.key,
        value: input.value ?? known.value,
        file: input.variable_type === undefined ? known.file : input.variable_type === "file",
        protected: input.protected ?? known.protected,
        masked: input.masked ?? known.masked,
        raw: input.raw ?? known.raw,
        description: input.description ?? known.description,
      }),
    );
  }),
  implement(deleteVariable, (input, context) => {
    const project = context.project(input.id, "maintainer");
    deleteCiVariable(context.store, project.id, requireVariable(context.store, project, input.key).key);
    return undefined;
  }),
];
