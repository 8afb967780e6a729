import { httpError } from "../../http/http-error.ts";
import { type CiVariable, findCiVariable, putCiVariable } from "../../store/ci/ci-variables.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";

const maxValueLength = 10_000;
/** What can be found in a trace: one word of at least eight characters. */
const maskable = /^\S{8,}$/;

/** Returns a project's variable of a key. Throws 404. */
export function requireVariable(store: Store, project: Project, key: string): CiVariable {
  const found = findCiVariable(store, project.id, key);
  if (!found) throw httpError(404, "404 Variable Not Found");
  return found;
}

/** Adds or changes a variable and returns it. Throws 400 for a key or value that cannot be used. */
export function saveVariable(store: Store, project: Project, variable: CiVariable): CiVariable {
  const { key, value, masked } = variable;
  if (!/^\w{1,255}$/.test(key)) {
    throw httpError(400, { key: ["can contain only letters, digits and '_'."] });
  }
  if (value.length > maxValueLength || value.includes("\0")) {
    throw httpError(400, { value: [`is too long (maximum is ${maxValueLength} characters) or not a text`] });
  }
  if (masked && !maskable.test(value)) {
    throw httpError(400, { value: ["is invalid: a masked value is one word of at least 8 characters"] });
  }
  putCiVariable(store, project.id, variable);
  return variable;
}
