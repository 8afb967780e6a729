import { createHash } from "node:crypto";
import type { SnippetFileChange } from "../../../shared/api/resources/snippet-shapes.ts";
import { changedFiles, newFiles } from "../domain/snippets/snippet-files.ts";
import {
  checkTitle,
  readExpiry,
  removeExpiredSnippets,
  requireOwnSnippet,
  requireSnippet,
} from "../domain/snippets/snippets.ts";
import type { Context } from "../http/context.ts";
import { badParameter, notFound, unauthorized } from "../http/http-error.ts";
import { Paged } from "../http/paging.ts";
import { fromBeginning, rawResponse } from "../http/raw-response.ts";
import { toSnippet } from "../presenters/snippet.ts";
import type { Project, Visibility } from "../store/projects/projects.ts";
import {
  changeSnippet,
  deleteSnippet,
  filesOfSnippet,
  findSnippet,
  insertSnippet,
  listSnippets,
  type SnippetScope,
} from "../store/projects/snippets.ts";

/** The service listens on the loopback interface only. */
const loopback = "127.0.0.1";

export function listOf(context: Context, scope: SnippetScope, project: Project | null) {
  const { number, perPage } = context.page;
  const { snippets, total } = listSnippets(context.store, scope, {
    limit: perPage,
    offset: (number - 1) * perPage,
  });
  return new Paged(
    snippets.map((snippet) => toSnippet(context, project, snippet)),
    { total },
  );
}

interface NewSnippet {
  readonly title: string;
  readonly description?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly expires_at?: string | undefined;
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[] | undefined;
}

/** Adds a snippet by the caller and returns it as it is read. */
export function create(context: Context, project: Project | null, input: NewSnippet) {
  const { store, user } = context;
  if (!user) throw unauthorized();
  checkTitle(input.title);
  const files = newFiles(input);
  removeExpiredSnippets(store);
  const id = insertSnippet(store, {
    projectId: project?.id ?? null,
    title: input.title,
    description: input.description,
    visibility: input.visibility ?? "private",
    authorId: user.id,
    files,
    expiresAt: input.expires_at === undefined ? undefined : readExpiry(input.expires_at),
    userAgent: context.request.headers.get("user-agent") ?? "",
    ipAddress: loopback,
  });
  return read(context, project, id);
}

/** Returns a snippet that the caller may see. */
export const read = (context: Context, project: Project | null, id: number) =>
  toSnippet(context, project, requireSnippet(context.store, context.user, project, id));

interface Change extends Omit<Partial<NewSnippet>, "files"> {
  readonly files?: readonly SnippetFileChange[] | undefined;
}

/** Changes a snippet and returns it as it is read. */
export function update(context: Context, project: Project | null, id: number, input: Change) {
  const { store, user } = context;
  if (!user) throw unauthorized();
  const snippet = requireOwnSnippet(store, user, project, id);
  const fields = [
    "title",
    "file_name",
    "description",
    "content",
    "visibility",
    "files",
    "expires_at",
  ] as const;
  if (fields.every((field) => input[field] === undefined)) {
    throw badParameter(`${fields.join(", ")} are missing, at least one parameter must be provided`);
  }
  if (input.title !== undefined) checkTitle(input.title);
  changeSnippet(
    store,
    id,
    {
      title: input.title ?? snippet.title,
      description: input.description ?? snippet.description,
      visibility: input.visibility ?? snippet.visibility,
      expiresAt:
        input.expires_at === undefined
          ? snippet.expiresAt
          : input.expires_at === ""
            ? null
            : readExpiry(input.expires_at),
    },
    changedFiles(filesOfSnippet(store, id), input),
  );
  const changed = findSnippet(store, project?.id ?? null, id);
  if (!changed) throw notFound("Snippet");
  return toSnippet(context, project, changed);
}

export function remove(context: Context, project: Project | null, id: number): undefined {
  if (!context.user) throw unauthorized();
  const snippet = requireOwnSnippet(context.store, context.user, project, id);
  deleteSnippet(context.store, snippet.id);
  return undefined;
}

/** Returns the content of a snippet's file, of its first one where `path` is absent, as text that no browser runs. */
export function raw(context: Context, project: Project | null, id: number, path?: string): Response {
  const snippet = requireSnippet(context.store, context.user, project, id);
  const files = filesOfSnippet(context.store, snippet.id);
  const file = path === undefined ? files[0] : files.find((one) => one.path === path);
  if (!file) throw notFound("File");
  const bytes = Buffer.from(file.content);
  const name = encodeURIComponent(file.path.slice(file.path.lastIndexOf("/") + 1));
  const headers = new Headers({
    "content-disposition": `attachment; filename*=UTF-8''${name}`,
    "content-security-policy": "sandbox; default-src 'none'",
  });
  const etag = createHash("sha256").update(bytes).digest("hex");
  const open = fromBeginning(() => new Blob([bytes]).stream());
  const response = rawResponse(context.request, headers, etag, bytes.length, open);
  response.headers.set("content-type", "text/plain; charset=utf-8");
  return response;
}
