import type { SnippetFileChange } from "../../../../shared/api/resources/snippet-shapes.ts";
import { badParameter, notFound } from "../../http/http-error.ts";
import type { Project, Visibility } from "../../store/projects/projects.ts";
import {
  changeSnippet,
  deleteSnippet,
  filesOfSnippet,
  findSnippet,
  insertSnippet,
} from "../../store/projects/snippets.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-user.ts";
import { describeSnippet, readSnippet, type SnippetDetails } from "./read-snippets.ts";
import { applyFileChanges, newFiles } from "./snippet-files.ts";
import {
  checkTitle,
  readExpiry,
  removeExpiredSnippets,
  requireOwnSnippet,
  requireSnippetCreator,
} from "./snippets.ts";

/** The service listens on the loopback interface only. */
const loopback = "127.0.0.1";

/** A snippet to add; `expires_at` is ISO 8601. */
export interface NewSnippetInput {
  readonly title: string;
  readonly description?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly expires_at?: string | undefined;
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[] | undefined;
}

/** Changes of a snippet; an empty `expires_at` removes it. */
export interface SnippetChanges extends Omit<Partial<NewSnippetInput>, "files"> {
  readonly files?: readonly SnippetFileChange[] | undefined;
}

/** Adds a snippet by the caller, a personal one where `project` is null. Throws 401, 403, and 400 with what is wrong. */
export function addSnippet(
  caller: Caller,
  project: Project | null,
  input: NewSnippetInput,
  userAgent: string,
): SnippetDetails {
  const { store } = caller;
  const author = requireCaller(caller);
  if (project) requireSnippetCreator(store, author, project);
  checkTitle(input.title);
  const files = newFiles(input);
  removeExpiredSnippets(store);
  const id = insertSnippet(store, {
    projectId: project?.id ?? null,
    title: input.title,
    description: input.description,
    visibility: input.visibility ?? "private",
    authorId: author.id,
    files,
    expiresAt: input.expires_at === undefined ? undefined : readExpiry(input.expires_at),
    userAgent,
    ipAddress: loopback,
  });
  return readSnippet(caller, project, id);
}

const changeable = [
  "title",
  "file_name",
  "description",
  "content",
  "visibility",
  "files",
  "expires_at",
] as const;

/** Changes a snippet that the caller may change. Throws 401, 404, 403, and 400 with what is wrong. */
export function editSnippet(
  caller: Caller,
  project: Project | null,
  id: number,
  input: SnippetChanges,
): SnippetDetails {
  const { store } = caller;
  const snippet = requireOwnSnippet(store, requireCaller(caller), project, id);
  if (changeable.every((field) => input[field] === undefined)) {
    throw badParameter(`${changeable.join(", ")} are missing, at least one parameter must be provided`);
  }
  if (input.title !== undefined) checkTitle(input.title);
  const { expires_at: expiry } = input;
  const fields = {
    title: input.title ?? snippet.title,
    description: input.description ?? snippet.description,
    visibility: input.visibility ?? snippet.visibility,
    expiresAt: expiry === undefined ? snippet.expiresAt : expiry === "" ? null : readExpiry(expiry),
  };
  changeSnippet(store, id, fields, applyFileChanges(filesOfSnippet(store, id), input));
  const changed = findSnippet(store, project?.id ?? null, id);
  if (!changed) throw notFound("Snippet");
  return describeSnippet(store, project, changed);
}

/** Deletes a snippet that the caller may change. Throws 401, 404 and 403. */
export function removeSnippet(caller: Caller, project: Project | null, id: number): void {
  const { store } = caller;
  deleteSnippet(store, requireOwnSnippet(store, requireCaller(caller), project, id).id);
}
