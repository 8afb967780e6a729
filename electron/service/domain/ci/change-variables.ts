import type { ServiceStore } from "../../service-store.ts";
import {
  type CiVariable,
  deleteCiVariable,
  findCiVariable,
  listCiVariables,
  putCiVariable,
} from "../../store/ci/ci-settings.ts";
import type { Project } from "../../store/projects/projects.ts";
import { invalidFields, notFound } from "../refusal.ts";

const maxValueLength = 10_000;
/** Value that can be masked: one word of at least eight characters. */
const maskable = /^\S{8,}$/;

/** Settings of a variable as the interface names them. */
interface VariableSettings {
  readonly variable_type?: "env_var" | "file";
  readonly protected?: boolean;
  readonly masked?: boolean;
  readonly raw?: boolean;
  readonly description?: string;
}

/** Returns the variables of a project. */
export const variablesOf = (store: ServiceStore, project: Project): CiVariable[] =>
  listCiVariables(store, project.id);

/** Returns a project's variable of a key. Throws `notFound`. */
export function requireVariable(store: ServiceStore, project: Project, key: string): CiVariable {
  const found = findCiVariable(store, project.id, key);
  if (!found) throw notFound("Variable");
  return found;
}

/** Adds a variable and returns it. Throws `invalidFields` for a key that is taken, or a key or value that cannot be used. */
export function addVariable(
  store: ServiceStore,
  project: Project,
  input: VariableSettings & {
    readonly key: string;
    readonly value: string;
    readonly masked_and_hidden?: boolean;
  },
): CiVariable {
  const { key, value } = input;
  if (findCiVariable(store, project.id, key)) {
    throw invalidFields({ key: [`(${key}) has already been taken`] });
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

/** Changes a variable and returns it. Throws `notFound`, and `invalidFields` for a value that cannot be used or to show a masked one. */
export function changeVariable(
  store: ServiceStore,
  project: Project,
  key: string,
  input: VariableSettings & { readonly value?: string },
): CiVariable {
  const known = requireVariable(store, project, key);
  if (known.masked && input.masked === false && input.value === undefined) {
    throw invalidFields({ masked: ["cannot be removed without a new value"] });
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

/** Deletes a variable. Throws `notFound`. */
export const removeVariable = (store: ServiceStore, project: Project, key: string): void =>
  deleteCiVariable(store, project.id, requireVariable(store, project, key).key);

/** Returns why a variable cannot have a name, null where it can. Maps of names to values have no key `__proto__`. */
export function variableNameProblem(name: string): string | null {
  if (name === "__proto__") return "cannot be __proto__.";
  return /^\w{1,255}$/.test(name) ? null : "can contain only letters, digits and '_'.";
}

/** Adds or changes a variable and returns it. Throws `invalidFields` for a key or value that cannot be used. */
function saveVariable(store: ServiceStore, project: Project, variable: CiVariable): CiVariable {
  const { key, value, masked } = variable;
  const problem = variableNameProblem(key);
  if (problem !== null) throw invalidFields({ key: [problem] });
  if (value.length > maxValueLength || value.includes("\0")) {
    throw invalidFields({ value: [`is too long (maximum is ${maxValueLength} characters) or not a text`] });
  }
  if (masked && !maskable.test(value)) {
    throw invalidFields({ value: ["is invalid: a masked value is one word of at least 8 characters"] });
  }
  putCiVariable(store, project.id, variable);
  return variable;
}
