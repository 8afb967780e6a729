import { createHash } from "node:crypto";
import { nameOf } from "../../../../shared/text/paths.ts";
import { notFound } from "../../http/http-error.ts";
import type { PageRequest } from "../../http/paging.ts";
import type { StreamedContent } from "../../http/raw-response.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  filesOfSnippet,
  listSnippets,
  type Snippet,
  type SnippetScope,
} from "../../store/projects/snippets.ts";
import type { Store } from "../../store/store.ts";
import { findUser, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-user.ts";
import { requireSnippet, visibleTo } from "./snippets.ts";

/** A snippet with its author and project; `project` is null for a personal one. */
export interface SnippetDetails {
  readonly snippet: Snippet;
  readonly project: Project | null;
  readonly author: User | null;
}

/** A page of snippets, and their number. */
export interface SnippetPage {
  readonly snippets: readonly SnippetDetails[];
  readonly total: number;
}

/** Returns a snippet with its author. */
export const describeSnippet = (store: Store, project: Project | null, snippet: Snippet): SnippetDetails => ({
  snippet,
  project,
  author: snippet.authorId === null ? null : findUser(store, snippet.authorId),
});

function listPage(
  store: Store,
  scope: SnippetScope,
  project: Project | null,
  { number, perPage }: PageRequest,
): SnippetPage {
  const range = { limit: perPage, offset: (number - 1) * perPage };
  const { snippets, total } = listSnippets(store, scope, range);
  return { snippets: snippets.map((snippet) => describeSnippet(store, project, snippet)), total };
}

/** Returns the requested page of the caller's personal snippets. Throws 401 without a token. */
export const listOwnSnippets = (caller: Caller, page: PageRequest): SnippetPage =>
  listPage(caller.store, { kind: "author", userId: requireCaller(caller).id }, null, page);

/** Returns the requested page of everybody's public personal snippets. */
export const listPublicSnippets = ({ store }: Caller, page: PageRequest): SnippetPage =>
  listPage(store, { kind: "public" }, null, page);

/** Returns the requested page of the snippets of a project that the caller may see. */
export function listProjectSnippets(
  { store, user }: Caller,
  project: Project,
  page: PageRequest,
): SnippetPage {
  const scope = { projectId: project.id, userId: user?.id ?? null, visibilities: visibleTo(user) };
  return listPage(store, { kind: "project", ...scope }, project, page);
}

/** Returns a snippet that the caller may see, a personal one where `project` is null. Throws 404. */
export const readSnippet = ({ store, user }: Caller, project: Project | null, id: number): SnippetDetails =>
  describeSnippet(store, project, requireSnippet(store, user, project, id));

/** Returns the content of a snippet's file, of its first one where `path` is absent. Throws 404. */
export function openSnippetFile(
  { store, user }: Caller,
  project: Project | null,
  id: number,
  path?: string,
): { readonly name: string; readonly content: StreamedContent } {
  const files = filesOfSnippet(store, requireSnippet(store, user, project, id).id);
  const file = path === undefined ? files[0] : files.find((one) => one.path === path);
  if (!file) throw notFound("File");
  const bytes = Buffer.from(file.content);
  const etag = createHash("sha256").update(bytes).digest("hex");
  return {
    name: nameOf(file.path),
    content: { etag, size: bytes.length, open: () => new Blob([bytes]).stream() },
  };
}
