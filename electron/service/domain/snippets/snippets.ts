import { createHash } from "node:crypto";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  deleteSnippetRow,
  expiredSnippets,
  filesOfSnippet,
  findSnippet,
  listSnippetRows,
  type Snippet,
  type SnippetScope,
} from "../../store/review/snippets.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller, isOpenTo } from "../access/access-level.ts";
import { requireCaller, requireFeature } from "../access/require-access.ts";
import type { PageRequest } from "../paged.ts";
import { badParameter, forbidden, invalidFields, notFound } from "../refusal.ts";
import type { StreamedContent } from "../streamed-content.ts";

/** Characters of the longest title. */
const maxTitleLength = 255;
const everyVisibility: readonly Visibility[] = ["private", "internal", "public"];

/** Returns the visibilities of other people's snippets that a user sees; a private one is its author's alone. */
const visibleTo = (user: User | null): Visibility[] =>
  everyVisibility.filter((visibility) => user?.isAdmin || isOpenTo(visibility, user));

/**
 * Returns a snippet of a project, or a personal one where `project` is null. Throws `notFound` where there is none, where it
 * has expired, and where it is somebody else's private one.
 */
export function requireSnippet(
  store: ServiceStore,
  user: User | null,
  project: Project | null,
  id: number,
): Snippet {
  if (project) requireFeature(project, "snippets");
  const snippet = findSnippet(store, project?.id ?? null, id);
  if (!snippet) throw notFound("Snippet");
  const own = user !== null && snippet.authorId === user.id;
  if (!own && !visibleTo(user).includes(snippet.visibility)) throw notFound("Snippet");
  return snippet;
}

/** Throws `forbidden` unless a user may add snippets to a project: reporters and above, while it is not archived. */
export function requireSnippetCreator(store: ServiceStore, user: User | null, project: Project): void {
  requireFeature(project, "snippets");
  if (project.archived || accessLevel(store, user, project) < accessLevels.reporter) throw forbidden();
}

/**
 * Returns a snippet that a user may change or delete: the author, who has to be a reporter of its project still, its
 * project's maintainers, and administrators. Throws `notFound` like {@link requireSnippet}, else `forbidden`.
 */
export function requireOwnSnippet(
  store: ServiceStore,
  user: User,
  project: Project | null,
  id: number,
): Snippet {
  if (project) requireSnippetCreator(store, user, project);
  const snippet = requireSnippet(store, user, project, id);
  if (user.isAdmin || snippet.authorId === user.id) return snippet;
  if (project && accessLevel(store, user, project) >= accessLevels.maintainer) return snippet;
  throw forbidden();
}

/** Throws `badParameter` for a title that is blank, and `invalidFields` for one that is too long. */
export function checkTitle(title: string): void {
  if (title.trim() === "") throw badParameter("title", "is empty");
  if (title.length > maxTitleLength) {
    throw invalidFields({ title: [`is too long (maximum is ${maxTitleLength} characters)`] });
  }
}

/** Returns a time of expiry as it is stored. Throws `invalidFields` for one that has passed. */
export function readExpiry({ clock }: ServiceStore, expiresAt: string): string {
  const time = new Date(expiresAt);
  if (time.getTime() <= clock.now()) throw invalidFields({ expires_at: ["must be in the future"] });
  return time.toISOString();
}

/** Deletes expired snippets, which are not found before that either. */
export function removeExpiredSnippets(store: ServiceStore): void {
  for (const id of expiredSnippets(store, timeNow(store))) deleteSnippetRow(store, id);
}

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
export const describeSnippet = (
  store: ServiceStore,
  project: Project | null,
  snippet: Snippet,
): SnippetDetails => ({
  snippet,
  project,
  author: snippet.authorId === null ? null : findUser(store, snippet.authorId),
});

function listPage(
  store: ServiceStore,
  scope: SnippetScope,
  project: Project | null,
  { number, perPage }: PageRequest,
): SnippetPage {
  const range = { limit: perPage, offset: (number - 1) * perPage };
  const { snippets, total } = listSnippetRows(store, scope, range);
  return { snippets: snippets.map((snippet) => describeSnippet(store, project, snippet)), total };
}

/** Returns the requested page of the caller's personal snippets. Throws `unauthorized` without a token. */
export const findOwnSnippets = (caller: Caller, page: PageRequest): SnippetPage =>
  listPage(caller.store, { kind: "author", userId: requireCaller(caller).id }, null, page);

/** Returns the requested page of everybody's public personal snippets. */
export const findPublicSnippets = ({ store }: Caller, page: PageRequest): SnippetPage =>
  listPage(store, { kind: "public" }, null, page);

/** Returns the requested page of the snippets of a project that the caller may see. */
export function findProjectSnippets(
  { store, user }: Caller,
  project: Project,
  page: PageRequest,
): SnippetPage {
  requireFeature(project, "snippets");
  const scope = { projectId: project.id, userId: user?.id ?? null, visibilities: visibleTo(user) };
  return listPage(store, { kind: "project", ...scope }, project, page);
}

/** Returns a snippet that the caller may see, a personal one where `project` is null. Throws `notFound`. */
export const readVisibleSnippet = (
  { store, user }: Caller,
  project: Project | null,
  id: number,
): SnippetDetails => describeSnippet(store, project, requireSnippet(store, user, project, id));

/** Returns the content of a snippet's file, of its first one where `path` is absent. Throws `notFound`. */
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
