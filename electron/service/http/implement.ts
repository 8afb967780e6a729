import type { z } from "zod";
import type { AnyOperation, OutputOf, Role, Scope } from "../../../shared/api/contract/operation.ts";
import type { Repository } from "../git/repository.ts";
import type { Group } from "../store/groups/groups.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import type { User } from "../store/users/users.ts";

/** The user and scopes of a token. */
export interface Credentials {
  readonly user: User;
  readonly scopes: readonly Scope[];
  readonly token: {
    readonly id: number;
    readonly name: string;
    readonly createdAt: string;
    readonly expiresAt: string | null;
  };
}

/** The caller and the environment of one request. */
export interface Context {
  /** The token's user, null without a token (only operations with `auth: "optional"` see null). */
  readonly user: User | null;
  readonly credentials: Credentials | null;
  readonly store: Store;
  /** Base URL of the service, without trailing slash and without `/api/v4`; for `web_url` and links. */
  readonly baseUrl: string;
  readonly request: Request;
  /** The request's address as links to other pages of it are written: known parameters only, and no token. */
  readonly pageUrl: URL;
  /** Requested page; `perPage` is within 1…100. */
  readonly page: { readonly number: number; readonly perPage: number };
  /**
   * The project that `:id` names, or a thrown 404 when the caller may not see it, or 403 when the caller's
   * role in it is below `role`. Reading a public project without a token is allowed when `role` is absent.
   */
  project(idOrPath: string | number, role?: Role): Project;
  /** The group that `:id` names, or a thrown 404 when the caller may not see it, or 403 below `role`. */
  group(idOrPath: string | number, role?: Role): Group;
  /** The project's git repository. */
  repository(project: Project): Repository;
}

/** One page of a list; without `total` the response has no totals, and `more` says whether a page follows. */
export class Paged<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
  readonly more: boolean | undefined;
  constructor(items: readonly T[], counts: { total: number } | { more: boolean }) {
    this.items = items;
    this.total = "total" in counts ? counts.total : undefined;
    this.more = "more" in counts ? counts.more : undefined;
  }
}

/** Returns the requested page of a whole list. */
export function pageOf<T>(context: Context, all: readonly T[]): Paged<T> {
  const start = (context.page.number - 1) * context.page.perPage;
  return new Paged(all.slice(start, start + context.page.perPage), { total: all.length });
}

/** Returns a page with each item mapped. */
export const mapPage = <T, U>(page: Paged<T>, map: (item: T) => U): Paged<U> =>
  new Paged(
    page.items.map(map),
    page.total === undefined ? { more: page.more ?? false } : { total: page.total },
  );

/** An object whose last field is a long list: it is sent while the list is still being read. */
export class Streamed<T extends object = object> {
  /** All other fields. */
  readonly head: T;
  readonly field: string;
  readonly batches: AsyncIterable<readonly unknown[]>;
  constructor(head: T, field: string, batches: AsyncIterable<readonly unknown[]>) {
    this.head = head;
    this.field = field;
    this.batches = batches;
  }
}

/** What a handler returns: JSON, a {@link Paged} for a paged list, or a Response. */
export type HandlerResult<O extends AnyOperation> =
  | InputOfOutput<O>
  | Response
  | (InputOfOutput<O> extends object ? Streamed<InputOfOutput<O>> : never)
  | (InputOfOutput<O> extends readonly (infer T)[] ? Paged<T> : never)
  | (OutputOf<O> extends never ? undefined : never);

/** Result of a handler: the response schema's input, whose defaulted fields may be left out. */
type InputOfOutput<O extends AnyOperation> = O["response"] extends { schema: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

export type Handler<O extends AnyOperation> = (
  input: z.output<O["input"]>,
  context: Context,
) => HandlerResult<O> | Promise<HandlerResult<O>>;

/** An operation with its handler; `server.ts` mounts the lists that the files of `routes/` export. */
export interface Implementation {
  readonly operation: AnyOperation;
  readonly handle: (input: never, context: Context) => unknown;
}

/** Returns an operation with its handler; input and result are typed by the contract. */
export const implement = <O extends AnyOperation>(operation: O, handle: Handler<O>): Implementation => ({
  operation,
  handle,
});
