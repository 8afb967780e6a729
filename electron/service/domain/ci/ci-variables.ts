import { httpError } from "../../http/http-error.ts";
import {
  type CiVariable,
  deleteCiVariable,
  findCiVariable,
  listCiVariables,
  putCiVariable,
} from "../../store/ci/ci-variables.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";

const maxValueLength = 10_000;
/** Value that can be masked: one word of at least eight characters. */
const maskable = /^\S{8,}$/;

/** Settings of a variable as the interface names them. */
interface VariableSettings {
  readonly variable_type?: "env_var" | "file" | undefined;
  readonly protected?: boolean | undefined;
  readonly masked?: boolean | undefined;
  readonly raw?: boolean | undefined;
  readonly description?: string | undefined;
}

/** Returns the variables of a project. */
export const variablesOf = (store: Store, project: Project): CiVariable[] =>
  listCiVariables(store, project.id);

/** Returns a project's variable of a key. Throws 404. */
export function requireVariable(store: Store, project: Project, key: string): CiVariable {
  const found = findCiVariable(store, project.id, key);
  if (!found) throw httpError(404, "404 Variable Not Found");
  return found;
}

/** Adds a variable and returns it. Throws 400 for a key that is taken, or a key or value that cannot be used. */
export function addVariable(
  store: Store,
  project: Project,
  input: VariableSettings & {
    readonly key: string;
    readonly value: string;
    readonly masked_and_hidden?: boolean | undefined;
  },
): CiVariable {
  const { key, value } = input;
  if (findCiVariable(store, project.id, key)) {
    throw httpError(400, { key: [`(${key}) has already been taken`] });
  }
  return saveVariable(store, project, {
    key,
    value,
    file: input.variable_type === "file",
    protected: input.protected ?? false,
    masked: input.masked_and_hidden || (input.masked ?? false),
    raw: input.raw ?? false,
    description: input.description ?? null,
  });
}

/** Changes a variable and returns it. Throws 404, and 400 for a value that cannot be used or to show a masked one. */
export function changeVariable(
  store: Store,
  project: Project,
  key: string,
  input: VariableSettings & { readonly value?: string | undefined },
): CiVariable {
  const known = requireVariable(store, project, key);
  if (known.masked && input.masked === false && input.value === undefined) {
    throw httpError(400, { masked: ["cannot be removed without a new value"] });
  }
  return saveVariable(store, project, {
    key: known.key,
    value: input.value ?? known.value,
    file: input.variable_type === undefined ? known.file : input.variable_type === "file",
    protected: input.protected ?? known.protected,
    masked: input.masked ?? known.masked,
    raw: input.raw ?? known.raw,
    description: input.description ?? known.description,
  });
}

/** Deletes a variable. Throws 404. */
export const removeVariable = (store: Store, project: Project, key: string): void =>
  deleteCiVariable(store, project.id, requireVariable(store, project, key).key);

/** Returns why a variable cannot have a name, null where it can. Maps of names to values have no key `__proto__`. */
export function variableNameProblem(name: string): string | null {
  if (name === "__proto__") return "cannot be __proto__.";
  return /^\w{1,255}$/.test(name) ? null : "can contain only letters, digits and '_'.";
}

/** Adds or changes a variable and returns it. Throws 400 for a key or value that cannot be used. */
function saveVariable(store: Store, project: Project, variable: CiVariable): CiVariable {
  const { key, value, masked } = variable;
  const problem = variableNameProblem(key);
  if (problem !== null) throw httpError(400, { key: [problem] });
  if (value.length > maxValueLength || value.includes("\0")) {
    throw httpError(400, { value: [`is too long (maximum is ${maxValueLength} characters) or not a text`] });
  }
  if (masked && !maskable.test(value)) {
    throw httpError(400, { value: ["is invalid: a masked value is one word of at least 8 characters"] });
  }
  putCiVariable(store, project.id, variable);
  return variable;
}
