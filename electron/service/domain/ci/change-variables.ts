import type { ServiceStore } from "../../service-store.ts";
import {
  type CiVariable,
  deleteCiVariable,
  everyScope,
  listCiVariables,
  listCiVariablesOfKey,
  putCiVariable,
} from "../../store/ci/ci-settings.ts";
import type { Project } from "../../store/projects/projects.ts";
import { conflict, invalidFields, notFound } from "../refusal.ts";

const maxValueLength = 10_000;
/** Scope as the names of environments have it, with `*` for any text. */
const scopePattern = /^[\w\-/ ${}.*]{1,255}$/;
/** Value that can be masked: one word of at least eight characters. */
const maskable = /^\S{8,}$/;

/** Settings of a variable as the interface names them. */
interface VariableSettings {
  readonly variable_type?: "env_var" | "file";
  readonly environment_scope?: string;
  readonly protected?: boolean;
  readonly masked?: boolean;
  readonly raw?: boolean;
  readonly description?: string;
}

/** A variable as a request names it: its key, and its scope where the key is there for several. */
interface NamedVariable {
  readonly key: string;
  readonly filter?: { readonly environment_scope: string };
}

/** Returns the variables of a project. */
export const variablesOf = (store: ServiceStore, project: Project): CiVariable[] =>
  listCiVariables(store, project.id);

/** Returns a project's variable of a key. Throws `notFound`, and `conflict` where several have the key and no scope is given. */
export function requireVariable(store: ServiceStore, project: Project, named: NamedVariable): CiVariable {
  const scope = named.filter?.environment_scope;
  const found = listCiVariablesOfKey(store, project.id, named.key).filter(
    ({ environmentScope }) => scope === undefined || environmentScope === scope,
  );
  const [variable, another] = found;
  if (!variable) throw notFound("Variable");
  if (another) {
    throw conflict(
      "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
    );
  }
  return variable;
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
  const variable = {
    key,
    value,
    environmentScope: input.environment_scope ?? everyScope,
    file: input.variable_type === "file",
    protected: input.protected ?? false,
    masked: input.masked_and_hidden || (input.masked ?? false),
    raw: input.raw ?? false,
    description: input.description ?? null,
  };
  requireFree(store, project, variable);
  return saveVariable(store, project, variable);
}

/**
 * Changes a variable and returns it. Throws `notFound`, `conflict`, and `invalidFields` for a value that cannot be used, to
 * show a masked one, or for a scope that its key is there for already.
 */
export function changeVariable(
  store: ServiceStore,
  project: Project,
  named: NamedVariable,
  input: VariableSettings & { readonly value?: string },
): CiVariable {
  const known = requireVariable(store, project, named);
  if (known.masked && input.masked === false && input.value === undefined) {
    throw invalidFields({ masked: ["cannot be removed without a new value"] });
  }
  const variable = {
    key: known.key,
    value: input.value ?? known.value,
    environmentScope: input.environment_scope ?? known.environmentScope,
    file: input.variable_type === undefined ? known.file : input.variable_type === "file",
    protected: input.protected ?? known.protected,
    masked: input.masked ?? known.masked,
    raw: input.raw ?? known.raw,
    description: input.description ?? known.description,
  };
  if (variable.environmentScope === known.environmentScope) return saveVariable(store, project, variable);
  requireFree(store, project, variable);
  return store.transaction(() => {
    deleteCiVariable(store, project.id, known);
    return saveVariable(store, project, variable);
  });
}

/** Deletes a variable. Throws `notFound`, and `conflict` where several have the key and no scope is given. */
export const removeVariable = (store: ServiceStore, project: Project, named: NamedVariable): void =>
  deleteCiVariable(store, project.id, requireVariable(store, project, named));

/** Throws `invalidFields` where a key is there for a scope already. */
function requireFree(
  store: ServiceStore,
  project: Project,
  { key, environmentScope }: Pick<CiVariable, "key" | "environmentScope">,
): void {
  const known = listCiVariablesOfKey(store, project.id, key);
  if (known.some((variable) => variable.environmentScope === environmentScope)) {
    throw invalidFields({ key: [`(${key}) has already been taken`] });
  }
}

/** Returns why a variable cannot have a name, null where it can. Maps of names to values have no key `__proto__`. */
export function variableNameProblem(name: string): string | null {
  if (name === "__proto__") return "cannot be __proto__.";
  return /^\w{1,255}$/.test(name) ? null : "can contain only letters, digits and '_'.";
}

/** Throws `invalidFields` for a name that no variable of a pipeline or job can have. */
export function requireVariableNames(names: readonly string[]): void {
  for (const name of names) {
    const problem = variableNameProblem(name);
    if (problem !== null) throw invalidFields({ base: [`Variable "${name}": its name ${problem}`] });
  }
}

/** Adds or changes a variable and returns it. Throws `invalidFields` for a key or value that cannot be used. */
function saveVariable(store: ServiceStore, project: Project, variable: CiVariable): CiVariable {
  const { key, value, masked, environmentScope } = variable;
  const problem = variableNameProblem(key);
  if (problem !== null) throw invalidFields({ key: [problem] });
  if (!scopePattern.test(environmentScope)) {
    throw invalidFields({
      environment_scope: [
        "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces",
      ],
    });
  }
  if (value.length > maxValueLength || value.includes("\0")) {
    throw invalidFields({ value: [`is too long (maximum is ${maxValueLength} characters) or not a text`] });
  }
  if (masked && !maskable.test(value)) {
    throw invalidFields({ value: ["is invalid: a masked value is one word of at least 8 characters"] });
  }
  putCiVariable(store, project.id, variable);
  return variable;
}
