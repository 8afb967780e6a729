import type { SnippetFileChange } from "../../../../shared/api/resources/project-snippets.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { checkPath } from "../../git/check-path.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  changeSnippet,
  deleteSnippetRow,
  filesOfSnippet,
  findSnippet,
  insertSnippet,
  type SnippetFile,
} from "../../store/review/snippets.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { badParameter, invalid, invalidFields, notFound } from "../refusal.ts";
import {
  checkTitle,
  describeSnippet,
  readExpiry,
  readVisibleSnippet,
  removeExpiredSnippets,
  requireOwnSnippet,
  requireSnippetCreator,
  type SnippetDetails,
} from "./snippets.ts";

/** The service listens on the loopback interface only. */
const loopback = "127.0.0.1";

/** A snippet to add; `expires_at` is ISO 8601. */
interface NewSnippetInput {
  readonly title: string;
  readonly description?: string;
  readonly visibility?: Visibility;
  readonly expires_at?: string;
  readonly file_name?: string;
  readonly content?: string;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[];
}

/** Changes of a snippet; an empty `expires_at` removes it. */
interface SnippetChanges extends Omit<Partial<NewSnippetInput>, "files"> {
  readonly files?: readonly SnippetFileChange[];
}

/** Adds a snippet by the caller, a personal one where `project` is null. Throws `unauthorized`, `forbidden`, and `badParameter` or `invalidFields` with what is wrong. */
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
    expiresAt: input.expires_at === undefined ? undefined : readExpiry(store, input.expires_at),
    userAgent,
    ipAddress: loopback,
  });
  return readVisibleSnippet(caller, project, id);
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

/** Changes a snippet that the caller may change. Throws `unauthorized`, `notFound`, `forbidden`, and `badParameter` or `invalidFields` with what is wrong. */
export function editSnippet(
  caller: Caller,
  project: Project | null,
  id: number,
  input: SnippetChanges,
): SnippetDetails {
  const { store } = caller;
  const snippet = requireOwnSnippet(store, requireCaller(caller), project, id);
  if (changeable.every((field) => input[field] === undefined)) {
    throw badParameter(changeable.join(", "), "are missing, at least one parameter must be provided");
  }
  if (input.title !== undefined) checkTitle(input.title);
  const { expires_at: expiry } = input;
  const fields = {
    title: input.title ?? snippet.title,
    description: input.description ?? snippet.description,
    visibility: input.visibility ?? snippet.visibility,
    expiresAt: expiry === undefined ? snippet.expiresAt : expiry === "" ? null : readExpiry(store, expiry),
  };
  changeSnippet(store, id, fields, applyFileChanges(filesOfSnippet(store, id), input));
  const changed = findSnippet(store, project?.id ?? null, id);
  if (!changed) throw notFound("Snippet");
  return describeSnippet(store, project, changed);
}

/** Deletes a snippet that the caller may change. Throws `unauthorized`, `notFound` and `forbidden`. */
export function removeSnippet(caller: Caller, project: Project | null, id: number): void {
  const { store } = caller;
  deleteSnippetRow(store, requireOwnSnippet(store, requireCaller(caller), project, id).id);
}

/** Files per snippet, as in real services. */
const maxFiles = 10;
/** Characters of the longest file name. */
const maxNameLength = 255;

interface NewFiles {
  readonly file_name?: string;
  readonly content?: string;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[];
}

/** Returns the files of a new snippet: one by name and content, or several. Throws `badParameter` or `invalid` where they make no snippet. */
function newFiles({ file_name, content, files }: NewFiles): SnippetFile[] {
  if (files && (content !== undefined || file_name !== undefined)) {
    throw badParameter("files, content", "are mutually exclusive");
  }
  if (files) return checkFiles(files.map(({ file_path, content }) => ({ path: file_path, content })));
  if (file_name === undefined) throw badParameter("file_name", "is missing");
  if (content === undefined) throw badParameter("content", "is missing");
  return checkFiles([{ path: file_name, content }]);
}

interface ChangedFiles {
  readonly file_name?: string;
  readonly content?: string;
  readonly files?: readonly SnippetFileChange[];
}

/** Returns a snippet's files after a change, or null where it leaves them alone. Throws `badParameter` or `invalid` where it cannot be made. */
function applyFileChanges(
  now: readonly SnippetFile[],
  { file_name, content, files }: ChangedFiles,
): SnippetFile[] | null {
  if (files && (content !== undefined || file_name !== undefined)) {
    throw badParameter("files, content", "are mutually exclusive");
  }
  if (files) return checkFiles(files.reduce(applyChange, now));
  if (file_name === undefined && content === undefined) return null;
  const [first, ...others] = now;
  if (!first || others.length > 0) {
    throw invalid("To update Snippets with multiple files, you must use the `files` parameter");
  }
  return checkFiles([{ path: file_name ?? first.path, content: content ?? first.content }]);
}

function applyChange(files: readonly SnippetFile[], change: SnippetFileChange): readonly SnippetFile[] {
  const { action, content } = change;
  const path = change.file_path ?? "";
  const at = (name: string): number => {
    const index = files.findIndex((file) => file.path === name);
    if (index < 0) throw invalid("A file with this name doesn't exist");
    return index;
  };
  switch (action) {
    case "create":
      return [...files, { path, content: content ?? "" }];
    case "update":
      return files.with(at(path), { path, content: content ?? "" });
    case "delete":
      return files.toSpliced(at(path), 1);
    case "move": {
      const from = at(change.previous_path ?? "");
      return files.with(from, { path, content: content ?? files[from]?.content ?? "" });
    }
  }
}

function checkFiles(files: readonly SnippetFile[]): SnippetFile[] {
  if (files.length === 0) throw invalid("Snippet must contain at least one file");
  if (files.length > maxFiles) throw invalid(`A snippet can have at most ${maxFiles} files`);
  const paths = new Set<string>();
  for (const { path, content } of files) {
    checkPath(path);
    if (path.length > maxNameLength) {
      throw invalidFields({ file_name: [`is too long (maximum is ${maxNameLength} characters)`] });
    }
    if (paths.has(path)) throw invalid("A file with this name already exists");
    if (content === "") throw badParameter("content", "is empty");
    paths.add(path);
  }
  return [...files];
}
