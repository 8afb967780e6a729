import type { z } from "zod";
import type { AnyOperation, OutputOf, Role } from "../../shared/api/operation.ts";
import type { Repository } from "./git/repository.ts";
import type { Project } from "./store/projects.ts";
import type { Store } from "./store/store.ts";
import type { User } from "./store/users.ts";

/** Who calls, and what a handler may do on the caller's behalf. One for each request. */
export interface Context {
  /** The token's user, null without a token (only operations with `auth: "optional"` see null). */
  readonly user: User | null;
  readonly store: Store;
  /** Base URL of the service, without trailing slash and without `/api/v4`; for `web_url` and links. */
  readonly baseUrl: string;
  readonly request: Request;
  /** Page asked for; `perPage` is within 1…100. */
  readonly page: { readonly number: number; readonly perPage: number };
  /**
   * The project that `:id` names, or a thrown 404 when the caller may not see it, or 403 when the caller's
   * role in it is below `role`. Reading a public project without a token is allowed when `role` is absent.
   */
  project(idOrPath: string | number, role?: Role): Project;
  /** The caller's role in a project, null for none. */
  roleIn(project: Project): Role | null;
  /** The project's git repository. */
  repository(project: Project): Repository;
}

/** One page of a list; without `total` the answer carries no totals, and `more` says whether a page follows. */
export class Paged<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
  readonly more: boolean;
  constructor(items: readonly T[], counts: { total: number } | { more: boolean }) {
    this.items = items;
    this.total = "total" in counts ? counts.total : undefined;
    this.more = "more" in counts ? counts.more : false;
  }
}

/** Cuts the page that the caller asked for out of a whole list. */
export function pageOf<T>(context: Context, all: readonly T[]): Paged<T> {
  const start = (context.page.number - 1) * context.page.perPage;
  return new Paged(all.slice(start, start + context.page.perPage), { total: all.length });
}

/** JSON-compatible answer of an operation; a paged list may come as {@link Paged}, anything as a Response. */
export type Answer<O extends AnyOperation> =
  | OutputOf<O>
  | Response
  | (OutputOf<O> extends readonly (infer T)[] ? Paged<T> : never);

export type Handler<O extends AnyOperation> = (
  input: z.output<O["input"]>,
  context: Context,
) => Answer<O> | Promise<Answer<O>>;

/** An operation with its handler; `server.ts` mounts the lists that the files of `routes/` export. */
export interface Implementation {
  readonly operation: AnyOperation;
  readonly handle: (input: never, context: Context) => unknown;
}

/** Ties a handler to its operation; input and answer are typed by the contract. */
export const implement = <O extends AnyOperation>(operation: O, handle: Handler<O>): Implementation => ({
  operation,
  handle,
});
