import { z } from "zod";
import { bodyLimitOf, definitionOf, type FieldLength, secretsOf } from "./schema-walk.ts";

/** HTTP methods that the interface uses. */
export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Callers: `optional` works without a token on what is public, `admin` needs an administrator. */
export type Auth = "optional" | "token" | "admin";

/** Minimal project or group role of an operation, weakest first. */
export type Role = "guest" | "reporter" | "developer" | "maintainer" | "owner";

/** Token scope that an operation needs; `api` includes the others. */
export type TokenScope = "read_user" | "read_repository" | "write_repository" | "api";

/** Kind of resource that an operation reads or changes; a change makes reads of the same kind stale. */
export type Resource =
  | "access_tokens"
  | "blobs"
  | "branches"
  | "commits"
  | "deploy_keys"
  | "deployments"
  | "environments"
  | "groups"
  | "hooks"
  | "issues"
  | "jobs"
  | "keys"
  | "labels"
  | "members"
  | "merge_requests"
  | "milestones"
  | "notes"
  | "notification_settings"
  | "originals"
  | "pipeline_schedules"
  | "pipelines"
  | "projects"
  | "reactions"
  | "releases"
  | "runners"
  | "snippets"
  | "statuses"
  | "tags"
  | "todos"
  | "trees"
  | "uploads"
  | "user_status"
  | "users"
  | "variables"
  | "version"
  | "wikis";

/** Response body of an operation: JSON of a schema, raw bytes or text, headers only, or nothing. */
export type ResponseBody =
  | { readonly kind: "json"; readonly schema: z.ZodType; readonly streamed?: string }
  | { readonly kind: "bytes" }
  | { readonly kind: "text" }
  | { readonly kind: "headers" }
  | { readonly kind: "none" };

/** A JSON response of the given shape. */
export const json = <S extends z.ZodType>(schema: S) => ({ kind: "json", schema }) as const;
/**
 * A JSON response with a list that may be long and is useful before its end: it is streamed. The reader of a body that
 * breaks off gets an error.
 */
export const streamedJson = <S extends z.ZodObject>(schema: S, list: keyof S["shape"] & string) =>
  ({ kind: "json", schema, streamed: list }) as const;
/** A body of bytes, streamed. */
export const bytes = { kind: "bytes" } as const;
/** A body of UTF-8 text, streamed. */
export const text = { kind: "text" } as const;
/** No body: the data is in the headers (`file-headers.ts` reads them). */
export const headers = { kind: "headers" } as const;
/** No body. */
export const none = { kind: "none" } as const;

type Shape = z.ZodRawShape;
type Empty = Record<never, never>;

/**
 * Checks fields against each other. Returns the field to name (as `actions.0.content`) with a sentence, or alone where
 * its value is missing; null where the input is right.
 */
type InputRule = (input: Readonly<Record<string, unknown>>) => InputRuleIssue | null;
interface InputRuleIssue {
  readonly field: string;
  readonly message?: string;
}

interface Spec<P extends Shape, Q extends Shape, B extends Shape, R extends ResponseBody> {
  readonly method: Method;
  /** Path below `/api/v4`; `:name` is one encoded segment, `*name` the rest, `[.format]` a suffix. */
  readonly path: string;
  /** One sentence for the API reference. */
  readonly summary: string;
  readonly auth: Auth;
  readonly scope?: TokenScope;
  readonly role?: Role;
  /** `offset`: `page` and `per_page` are accepted and paging headers returned. */
  readonly paged?: "offset";
  /** Most entries of a page of Helve's own service, where whole lists have more than a few thousand; other services send 100. */
  readonly localPageSize?: number;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** `multipart` where a file is part of the body. */
  readonly encoding?: "json" | "multipart";
  readonly response: R;
  /** Status of success, 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  readonly reads?: readonly Resource[];
  readonly changes?: readonly Resource[];
  /**
   * Names of body fields in newer services: a field is sent under both names, since services ignore unknown ones, and
   * read under either.
   */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Parameter with which the response never changes, where its value is a full hash. */
  readonly pinnedBy?: string;
  /** Kind of hash that `pinnedBy` has: git's id of the blob that is the body, or its Base64 `content`. */
  readonly contentHash?: "git-blob";
  /** Rule between fields that are valid on their own. */
  readonly rule?: InputRule;
  /** Names of parameters that still work and should not be used. */
  readonly deprecated?: readonly string[];
  /**
   * Parameter of the query, of one value, that tells it from other operations of its path, whose responses have other
   * shapes: `scope` of a search.
   */
  readonly variant?: string;
  /** A GET that does something: it is sent once, and its response is not stored. */
  readonly isAction?: boolean;
  /**
   * False for a GET whose response is not kept on disk, such as an archive, which may be as long as a repository. Actions
   * and what consists of secrets never are.
   */
  readonly cacheable?: boolean;
  /** Not in the two documents: `service` where real services have it, `local` where only the local one does. */
  readonly extension?: "service" | "local";
}

/** Most entries of a page of any service. */
export const servicePageSize = 100;

const paging = {
  page: z.int().min(1).optional().describe("page number, from 1"),
  per_page: z.int().min(1).optional().describe("entries a page, 100 at most; 20 where left out"),
};
type Paging = typeof paging;

/**
 * Facts of an operation that its callers need, as plain data. The built page has this alone of most operations, and none of
 * their schemas: the host checks what it sends, and what services send to it (`scripts/vite/contract.ts`).
 */
export interface CallFacts {
  readonly method: Method;
  /** Path below `/api/v4`; `:name` is one encoded segment, `*name` the rest, `[.format]` a suffix. */
  readonly path: string;
  /** Names of the parameters of the query. */
  readonly queryNames: readonly string[];
  /** Names of the fields of the body. */
  readonly bodyNames: readonly string[];
  /** `multipart` where a file is part of the body. */
  readonly encoding: "json" | "multipart";
  readonly response: { readonly kind: ResponseBody["kind"] };
  readonly reads: readonly Resource[];
  readonly changes: readonly Resource[];
  /**
   * Names of body fields in newer services: a field is sent under both names, since services ignore unknown ones, and
   * read under either.
   */
  readonly aliases: Readonly<Record<string, string>>;
  /** Not in the two documents: `service` where real services have it, `local` where only the local one does. */
  readonly extension: "service" | "local" | undefined;
  /** Parameter of the query, with its value, that tells it from other operations of its path: `scope=issues`. */
  readonly variant: string | undefined;
}

/** One method and path of the interface with the schemas of input and response. */
export interface Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends ResponseBody = ResponseBody,
> extends CallFacts,
    Required<
      Omit<
        Spec<P, Q, B, R>,
        | "paged"
        | "role"
        | "extension"
        | "variant"
        | "query"
        | "pinnedBy"
        | "contentHash"
        | "rule"
        | keyof CallFacts
      >
    > {
  readonly response: R;
  readonly paged: "offset" | undefined;
  readonly role: Role | undefined;
  readonly pinnedBy: string | undefined;
  readonly contentHash: "git-blob" | undefined;
  /** Names of the secret fields of the response, which are never written to disk. */
  readonly secrets: readonly string[];
  /** Whether the response, without its secrets, may be cached on disk. */
  readonly cacheable: boolean;
  readonly query: Q;
  /** Bytes that a body may have, which follow from its fields; what is longer is refused before it is read. */
  readonly maxBodyBytes: number;
  /** All of path, query and body in one flat object; unknown names are refused. */
  readonly input: z.ZodObject<P & Q & B>;
}

/**
 * Declares an operation. Path, query and body share one flat namespace, so that a caller passes a
 * single object; two parts that use the same name throw here.
 */
export function operation<
  P extends Shape = Empty,
  Q extends Shape = Empty,
  B extends Shape = Empty,
  R extends ResponseBody = ResponseBody,
  const Paged extends "offset" | undefined = undefined,
>(
  spec: Omit<Spec<P, Q, B, R>, "paged"> & { readonly paged?: Paged },
): Operation<P, Paged extends "offset" ? Q & Paging : Q, B, R> {
  const params = (spec.params ?? {}) as P;
  const query = { ...(spec.query ?? {}), ...(spec.paged ? paging : {}) } as Paged extends "offset"
    ? Q & Paging
    : Q;
  const body = (spec.body ?? {}) as B;
  const names = [params, query, body].flatMap((part) => Object.keys(part));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`${spec.method} ${spec.path} names "${twice}" twice`);
  const { response, rule, variant, ...declared } = spec;
  const { names: secrets, removable } =
    response.kind === "json" ? secretsOf(response.schema) : { names: [], removable: true };
  return {
    scope: "api",
    encoding: "json",
    status: 200,
    reads: [],
    changes: [],
    aliases: {},
    deprecated: [],
    localPageSize: servicePageSize,
    role: undefined,
    extension: undefined,
    pinnedBy: undefined,
    contentHash: undefined,
    isAction: false,
    ...declared,
    variant: variant === undefined ? undefined : `${variant}=${literalOf(query[variant])}`,
    response,
    secrets,
    cacheable: spec.cacheable !== false && spec.method === "GET" && !spec.isAction && removable,
    paged: spec.paged as "offset" | undefined,
    params,
    query,
    body,
    queryNames: Object.keys(query),
    bodyNames: Object.keys(body),
    maxBodyBytes: bodyLimitOf(body),
    input: withRule(z.strictObject({ ...params, ...query, ...body }), rule) as z.ZodObject<
      P & (Paged extends "offset" ? Q & Paging : Q) & B
    >,
  };
}

/** Returns the value of a parameter that has one alone. */
function literalOf(schema: unknown): string {
  const [value] = schema instanceof z.ZodType ? (definitionOf(schema).values ?? []) : [];
  if (typeof value !== "string") throw new Error("a variant is a literal parameter of the query");
  return value;
}

function withRule<T extends z.ZodObject>(input: T, rule: InputRule | undefined): T {
  if (!rule) return input;
  return input.check(({ value, issues }) => {
    const broken = rule(value);
    if (!broken) return;
    const path = broken.field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const { message } = broken;
    issues.push(
      message === undefined
        ? { code: "invalid_type", expected: "nonoptional", input: undefined, path }
        : { code: "custom", input: value, path, message },
    );
  });
}

/** A file in a multipart body. */
export const file = z
  .instanceof(Blob)
  // Registered as it is: the copy that meta() makes reports another issue.
  .register(z.globalRegistry, { length: "file" satisfies FieldLength });

/** Any operation, for code that treats all alike. */
export type AnyOperation = Operation<Shape, Shape, Shape, ResponseBody>;

/** Input of an operation. */
export type InputOf<O extends { input: z.ZodType }> = z.input<O["input"]>;

/** A parsed value of which no property is undefined. Zod's own types let every optional property be. */
type WithoutUndefined<T> = T extends Blob
  ? T
  : T extends object
    ? { [K in keyof T]: WithoutUndefined<Exclude<T[K], undefined>> }
    : T;

/** Input of an operation as `decodeInput` returns it: what a call leaves out is absent, never undefined. */
export type DecodedInput<O extends { input: z.ZodType }> = WithoutUndefined<z.output<O["input"]>>;

/** Parsed JSON response of an operation; `never` where the response is not JSON. */
export type OutputOf<O extends { response: ResponseBody }> = O["response"] extends {
  kind: "json";
  schema: infer S extends z.ZodType;
}
  ? z.output<S>
  : never;
