import { inspect } from "node:util";
import { localReason } from "../../../shared/api/contract/local-refusals.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { describeStorageProblem, storageProblemOf } from "../../system/storage-error.ts";
import { Refusal, type RefusalFacts, type RefusalKind } from "../domain/refusal.ts";
import { GitRefusal, type GitRefusalReason } from "../git/git-errors.ts";
import type { ServiceStore } from "../service-store.ts";
import { type Conflict, conflictOf } from "../store/store.ts";
import { badParameterError, forbiddenError, HttpError, httpError, unauthorizedError } from "./http-error.ts";

/** Returns the response to an error that says why a request is refused; null for an error of the service itself. */
export function refusalResponse(store: ServiceStore, error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof Refusal) return refusalError(error);
  if (error instanceof GitRefusal) return gitRefusalError(error);
  const conflict = conflictOf(error);
  return conflict ? conflictError(conflict) : storageRefusal(store, error);
}

/** The response to each kind of refusal. */
type Answers = { readonly [K in RefusalKind]: (facts: RefusalFacts[K]) => HttpError };

const answers: Answers = {
  archiverMissing: ({ program }) => httpError(501, `501 Not Implemented: ${program} is not installed here`),
  badArtifactPath: () => httpError(400, "400 Invalid path"),
  badParameter: ({ name, problem }) => badParameterError(`${name} ${problem}`),
  badPosition: () =>
    httpError(400, `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}`),
  badTag: ({ why, wantedBy }) => httpError(wantedBy === "tag" ? 405 : 400, why),
  branchDenied: ({ writing }) =>
    httpError(writing === "files" ? 400 : 403, "You are not allowed to push into this branch"),
  conflict: ({ why }) => httpError(409, why),
  forbidden: ({ why }) => (why === null ? forbiddenError() : httpError(403, why)),
  invalid: ({ why }) => httpError(400, why),
  invalidFields: ({ problems }) => httpError(400, problems),
  noAutoMerge: () => httpError(406, "Can't cancel the automatic merge"),
  notFound: ({ what }) => httpError(404, what === null ? "404 Not found" : `404 ${what} Not Found`),
  notResolvable: () => httpError(400, "400 Bad request - not resolvable"),
  refMissing: () => httpError(422, "Ref is not specified"),
  tagMoved: ({ name }) =>
    httpError(
      403,
      `403 Forbidden: the tag ${name} named another commit before it was deleted. Only maintainers move a tag`,
    ),
  // 404 for a change, as documented, unlike real services with their 409.
  taken: ({ what, change }) => httpError(change === "create" ? 409 : 404, `${what} has already been taken`),
  tooLarge: ({ why }) => httpError(413, why),
  unauthorized: unauthorizedError,
  unknownAccessLevel: () => httpError(422, { base: ["Access level is not included in the list"] }),
  unmergeable: () => httpError(406, "Branch cannot be merged"),
  unrelatedProjects: () =>
    new HttpError(422, { error: ["Source project is not a fork of the target project"] }),
  wrongState: () => httpError(405, "405 Method Not Allowed"),
};

/** Returns the response to a refusal of the domain, with the status and text of its kind. */
export const refusalError = <K extends RefusalKind>({ kind, facts }: Refusal<K>): HttpError =>
  answers[kind](facts);

/** Statuses of refusals about opened repositories; the others are 424 (failed dependency). */
const statuses: Partial<Record<GitRefusalReason, number>> = {
  alternates_outside: 400,
  checked_out: 400,
  dirty_worktree: 400,
  not_a_repository: 400,
  symbolic_ref: 400,
  read_only: 403,
  disk_failing: 507,
  disk_full: 507,
  disk_read_only: 507,
  too_large: 413,
  locked: 423,
  not_responding: 504,
};

/** Refusals of a parameter, which is named as the interface names it. */
const parameterErrors: Partial<Record<GitRefusalReason, string>> = {
  commit_message_invalid: "commit_message is invalid",
  content_missing: "content is missing",
  line_range_invalid: "range[start] is after the last line",
  regex_invalid: "search is not a regular expression",
};

/** Refusals of a request that git itself reads: a clone, a fetch or a push. */
const transferErrors: ReadonlySet<GitRefusalReason> = new Set(["push_malformed", "transfer_unreadable"]);

/** Returns the response to a refusal of `git/`, with the status of its reason. */
export function gitRefusalError({ message, reason, details }: GitRefusal): HttpError {
  if (localReason.safeParse(reason).success) {
    return new HttpError(statuses[reason] ?? 424, { message, reason, details });
  }
  if (transferErrors.has(reason)) return badParameterError(message);
  const text = parameterErrors[reason];
  return text === undefined ? httpError(400, message) : badParameterError(text);
}

/** Sentences of the interface where it has one of its own. */
const sentences: Readonly<Record<string, string>> = {
  releases: "Release already exists",
  protected_branches: "Protected branch already exists",
};

/** Returns the response to a request that was the second of two equal ones: 409, as if it had come later. */
function conflictError({ table, columns }: Conflict): HttpError {
  const column = columns.at(-1)?.replaceAll("_", " ") ?? "name";
  return httpError(409, sentences[table] ?? `${capitalize(column)} has already been taken`);
}

/**
 * Returns the refusal of a request that the disk of the service's data has stopped: 507, with the reason and the folder.
 * Null for other errors.
 */
function storageRefusal({ folder }: ServiceStore, error: unknown): HttpError | null {
  const reason = storageProblemOf(error, folder);
  if (reason === null) return null;
  const message = `${describeStorageProblem(reason, folder)} Nothing was changed.`;
  return new HttpError(507, { message, reason, details: { folder } });
}

/** Patterns of tokens, here and on other services, and of credentials inside a URL. */
const secrets = [
  /\b(?:hlv|gl[a-z]{2,5})-[\w-]{8,}/g,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  /(?<=(?:private|access)_token=)[^&\s]+/g,
];

/** Returns a line of the log for an error of the service, without secrets. */
export function errorLine(error: unknown, operation: string): string {
  const text = `${operation}: ${error instanceof Error ? (error.stack ?? error.message) : inspect(error)}`;
  return secrets.reduce((line, pattern) => line.replace(pattern, "[secret]"), text);
}
