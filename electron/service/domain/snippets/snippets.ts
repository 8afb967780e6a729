import { badParameter, forbidden, httpError, notFound } from "../../http/http-error.ts";
import { accessLevels } from "../../store/access-levels.ts";
import type { Project, Visibility } from "../../store/projects/projects.ts";
import { deleteSnippet, expiredSnippets, findSnippet, type Snippet } from "../../store/projects/snippets.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, isOpenTo } from "../access/access-level.ts";

/** Characters of the longest title. */
const maxTitleLength = 255;
const everyVisibility: readonly Visibility[] = ["private", "internal", "public"];

/** Returns the visibilities of other people's snippets that a user sees; a private one is its author's alone. */
export const visibleTo = (user: User | null): Visibility[] =>
  everyVisibility.filter((visibility) => user?.isAdmin || isOpenTo(visibility, user));

/**
 * Returns a snippet of a project, or a personal one where `project` is null. Throws 404 where there is none, where it
 * has expired, and where it is somebody else's private one.
 */
export function requireSnippet(
  store: Store,
  user: User | null,
  project: Project | null,
  id: number,
): Snippet {
  const snippet = findSnippet(store, project?.id ?? null, id);
  if (!snippet) throw notFound("Snippet");
  const own = user !== null && snippet.authorId === user.id;
  if (!own && !visibleTo(user).includes(snippet.visibility)) throw notFound("Snippet");
  return snippet;
}

/** Throws 403 unless a user may add snippets to a project: reporters and above, while it is not archived. */
export function requireSnippetCreator(store: Store, user: User | null, project: Project): void {
  if (project.archived || accessLevel(store, user, project) < accessLevels.reporter) throw forbidden();
}

/**
 * Returns a snippet that a user may change or delete: the author, who has to be a reporter of its project still, its
 * project's maintainers, and administrators. Throws 404 like {@link requireSnippet}, else 403.
 */
export function requireOwnSnippet(store: Store, user: User, project: Project | null, id: number): Snippet {
  if (project) requireSnippetCreator(store, user, project);
  const snippet = requireSnippet(store, user, project, id);
  if (user.isAdmin || snippet.authorId === user.id) return snippet;
  if (project && accessLevel(store, user, project) >= accessLevels.maintainer) return snippet;
  throw forbidden();
}

/** Throws 400 for a title that is blank or too long. */
export function checkTitle(title: string): void {
  if (title.trim() === "") throw badParameter("title is empty");
  if (title.length > maxTitleLength) {
    throw httpError(400, { title: [`is too long (maximum is ${maxTitleLength} characters)`] });
  }
}

/** Returns a time of expiry as it is stored. Throws 400 for one that has passed. */
export function readExpiry(expiresAt: string): string {
  const time = new Date(expiresAt);
  if (time.getTime() <= Date.now()) throw httpError(400, { expires_at: ["must be in the future"] });
  return time.toISOString();
}

/** Deletes expired snippets, which are not found before that either. */
export function removeExpiredSnippets(store: Store): void {
  for (const id of expiredSnippets(store, new Date().toISOString())) deleteSnippet(store, id);
}
