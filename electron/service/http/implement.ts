import type { z } from "zod";
import type {
  AnyOperation,
  DecodedInput,
  OutputOf,
  TokenScope,
} from "../../../shared/api/contract/operation.ts";
import type { Paged, PageRequest } from "../domain/paged.ts";
import type { ServiceStore } from "../service-store.ts";
import type { AccessToken } from "../store/users/tokens.ts";
import type { User } from "../store/users/users.ts";
import type { Streamed } from "./stream-json.ts";

/** Return value of a handler: JSON, a {@link Paged} for a paged list, or a Response. */
type HandlerResult<O extends AnyOperation> =
  | InputOfOutput<O>
  | Response
  | (InputOfOutput<O> extends object ? Streamed<InputOfOutput<O>> : never)
  | (InputOfOutput<O> extends readonly (infer T)[] ? Paged<T> : never)
  | (OutputOf<O> extends never ? undefined : never);

/** Result of a handler: the response schema's input, whose defaulted fields may be left out. */
type InputOfOutput<O extends AnyOperation> = O["response"] extends { schema: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

export type OperationHandler<O extends AnyOperation> = (
  input: DecodedInput<O>,
  context: Context,
) => HandlerResult<O> | Promise<HandlerResult<O>>;

/** An operation with its handler; `service.ts` mounts the lists that the files of `routes/` export. */
export interface Implementation {
  readonly operation: AnyOperation;
  readonly handle: (input: never, context: Context) => unknown;
}

/** Returns an operation with its handler; input and result are typed by the contract. */
export const implement = <O extends AnyOperation>(
  operation: O,
  handle: OperationHandler<O>,
): Implementation => ({
  operation,
  handle,
});

/** The user and scopes of a token. */
export interface Credentials {
  readonly user: User;
  readonly scopes: readonly TokenScope[];
  readonly token: Omit<AccessToken, "user" | "scopes">;
}

/** Base of links in responses. */
export interface Links {
  /** Base URL of the service, without trailing slash and without `/api/v4`. */
  readonly baseUrl: string;
}

/** The caller and the environment of one request. */
export interface Context extends Links {
  /** The token's user, null without a token (only operations with `auth: "optional"` see null). */
  readonly user: User | null;
  readonly credentials: Credentials | null;
  readonly store: ServiceStore;
  readonly request: Request;
  /** The request's address as links to other pages of it are written: known parameters only, and no token. */
  readonly pageUrl: URL;
  readonly page: PageRequest;
}
