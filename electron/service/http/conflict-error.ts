import { capitalize } from "../../../shared/text/capitalize.ts";
import type { Conflict } from "../store/conflict.ts";
import { type HttpError, httpError } from "./http-error.ts";

/** Sentences of the interface where it has one of its own. */
const sentences: Readonly<Record<string, string>> = {
  releases: "Release already exists",
  protected_branches: "Protected branch already exists",
};

/** Returns the response to a request that was the second of two equal ones: 409, as if it had come later. */
export function conflictError({ table, columns }: Conflict): HttpError {
  const column = columns.at(-1)?.replaceAll("_", " ") ?? "name";
  return httpError(409, sentences[table] ?? `${capitalize(column)} has already been taken`);
}
