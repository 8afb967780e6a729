import type { z } from "zod";

/** Path under which both shells mount the host's routes, so that they never collide with the page's own. */
export const hostPrefix = "/-";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "ALL";
/** Method and path of a route; `:name` is one encoded segment, `*` at the end whatever follows. */
type RouteKey = `${Method} /${string}`;

/** Input and response of a route. Without `response`, `lines` and `raw` it returns 204. */
export interface RouteSpec {
  /** Parameters of the path that are not just any text. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType<Readonly<Record<string, unknown>>>;
  /** JSON that is sent. */
  readonly body?: z.ZodType;
  /** Bytes of the longest body, 1 MiB unless given. */
  readonly maxBodyBytes?: number;
  /** JSON that is returned. */
  readonly response?: z.ZodType;
  /** Status of a response, 200 unless given. */
  readonly status?: 201;
  /** A streamed body with a JSON text of this schema on each line. */
  readonly lines?: z.ZodType;
  /** A body without a schema. */
  readonly raw?: "bytes" | "text" | "events" | "operation";
}

/** A route of the host: handler, the page's calls and the reference (docs/host-routes.md) derive from it. */
export type HostRoute<K extends RouteKey = RouteKey, S extends RouteSpec = RouteSpec> = S & {
  readonly key: K;
};

/** Declares a route of the host. */
export const hostRoute = <const K extends RouteKey, const S extends RouteSpec>(
  key: K,
  spec: S = {} as S,
): HostRoute<K, S> => ({ key, ...spec });

type NamesIn<P extends string> = P extends `${infer Begin}/*`
  ? NamesIn<Begin> | "*"
  : P extends `${string}:${infer Name}/${infer Rest}`
    ? Name | NamesIn<`/${Rest}`>
    : P extends `${string}:${infer Name}`
      ? Name
      : never;
type KeyOf<R extends HostRoute> = R extends { readonly key: infer K extends RouteKey } ? K : never;
/** Names of the parameters in a route's path. */
type ParamNames<R extends HostRoute> = NamesIn<KeyOf<R>>;

type ParamsOf<R extends HostRoute, Text> = R extends { readonly params: infer P extends z.ZodType }
  ? z.output<P>
  : { readonly [N in ParamNames<R>]: Text };
type QueryOf<R extends HostRoute> = R extends { readonly query: infer Q extends z.ZodType }
  ? z.output<Q>
  : unknown;

/** Parameters of path and query of a call, by name. */
export type RouteAddress<R extends HostRoute, Text = string | number> = ParamsOf<R, Text> & QueryOf<R>;

/** All that the page sends to a route: parameters of path and query by name, and the `body`. */
export type RouteCall<R extends HostRoute> = RouteAddress<R> &
  (R extends { readonly body: infer B extends z.ZodType } ? { readonly body: z.input<B> } : unknown);

/** All that a handler receives, checked. */
export type RouteInput<R extends HostRoute> = RouteAddress<R, string> &
  (R extends { readonly body: infer B extends z.ZodType } ? { readonly body: z.output<B> } : unknown);

/** Parsed JSON response of a route; undefined where it has none. */
export type RouteOutput<R extends HostRoute> = R extends { readonly response: infer Z extends z.ZodType }
  ? z.output<Z>
  : undefined;

/** Value of each line of a route's response; never where it has none. */
export type RouteLine<R extends HostRoute> = R extends { readonly lines: infer Z extends z.ZodType }
  ? z.output<Z>
  : never;

/** Returns the path of a route's address with its query, without {@link hostPrefix}. */
export function routePath<R extends HostRoute>({ key }: R, address: RouteAddress<R>): string {
  const { "*": rest = "", ...values } = address as Record<string, unknown>;
  const path = key.replace(/^\w+ |\/\*$/g, "").replace(/:(\w+)/g, (_, name: string) => {
    const value = String(values[name]);
    delete values[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]) => [name, String(value)] as const),
  );
  return path + rest + (query.size > 0 ? `?${query}` : "");
}

/** Returns the URL of a route at the page's own origin. */
export const routeUrl = <R extends HostRoute>(route: R, address: RouteAddress<R>): string =>
  hostPrefix + routePath(route, address);
