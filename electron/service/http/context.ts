import type { TokenScope } from "../../../shared/api/contract/operation.ts";
import type { Store } from "../store/store.ts";
import type { User } from "../store/users/users.ts";
import type { PageRequest } from "./paging.ts";

/** The user and scopes of a token. */
export interface Credentials {
  readonly user: User;
  readonly scopes: readonly TokenScope[];
  readonly token: {
    readonly id: number;
    readonly name: string;
    readonly createdAt: string;
    readonly expiresAt: string | null;
  };
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
  readonly store: Store;
  readonly request: Request;
  /** The request's address as links to other pages of it are written: known parameters only, and no token. */
  readonly pageUrl: URL;
  readonly page: PageRequest;
}
