import type { z } from "zod";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { definitionOf, isOptional, unwrap } from "../../../../shared/api/contract/schema-walk.ts";
import { operations } from "../../../../shared/api/index.ts";
import { hostileBodies } from "./hostile-bodies.ts";
import { textsFor } from "./hostile-texts.ts";
import type { MeteredRequest } from "./metered-service.ts";

/** A request that can be made of any size. */
export interface CostCase {
  /** Operation or route, place of the input and what it consists of. */
  readonly name: string;
  /** Bytes of the longest that makes sense: the head of a request has 32 KB at most. */
  readonly maxBytes: number;
  readonly request: (bytes: number) => MeteredRequest;
}

const maxTargetBytes = 30 * 1024;
const maxBodyBytes = 64 * 1024 - 256;
/** Bytes of a body for the operations that get all, where they take as many: it is decoded in the thread. */
const maxLongBytes = 512 * 1024;
const nothing = Buffer.alloc(0);

/** Whether an operation gets all hostile bodies: one without a token, one with a long text and one with files. */
const isWhole = ({ path, method }: AnyOperation): boolean =>
  method === "POST" &&
  [
    "/runners",
    "/projects/:id/merge_requests/:merge_request_iid/notes",
    "/projects/:id/repository/commits",
  ].includes(path);

/** Returns the costs to try of every operation: its path, its query and its body, with and without a token. */
export const operationCases = (token: string): CostCase[] =>
  Object.entries(operations).flatMap(([name, operation], index) => {
    const by = [`Private-Token: ${token}`];
    const cases = [
      ...pathCases(operation, index),
      ...queryCases(operation, index),
      ...bodyCases(operation, index),
    ];
    return cases.map(({ place, maxBytes, make }) => ({
      name: `${name}: ${place}`,
      maxBytes,
      request: (bytes: number) => {
        const { target = pathOf(operation), headers = [], body = nothing } = make(bytes);
        const length = body.length > 0 ? [`Content-Length: ${body.length}`] : [];
        return {
          method: operation.method,
          target: `/api/v4${target}`,
          headers: [...by, ...headers, ...length],
          body,
        };
      },
    }));
  });

interface Part {
  readonly place: string;
  readonly maxBytes: number;
  readonly make: (bytes: number) => {
    readonly target?: string;
    readonly headers?: readonly string[];
    readonly body?: Buffer;
  };
}

/** The path of an operation about the project that there is; of nothing that there is where it deletes. */
function pathOf(
  { path, method }: AnyOperation,
  filled?: { readonly name: string; readonly text: string },
): string {
  const isTop = /^\/\w+\/:id$/.test(path);
  return path.replace(/\[\.(\w+)\]/, "").replace(/[:*](\w+)/g, (_, name: string) => {
    if (name === filled?.name) return filled.text;
    if (name === "id") return method === "DELETE" && isTop ? "999999" : "1";
    return (
      { sha: "main", ref_name: "main", branch: "main", file_path: "README.md", tag_name: "none" }[name] ?? "1"
    );
  });
}

function pathCases(operation: AnyOperation, index: number): Part[] {
  return Object.keys(operation.params).flatMap((name, at) =>
    textsFor(index + at).map((text) => ({
      place: `path ${name} of ${text.name}`,
      maxBytes: maxTargetBytes,
      make: (bytes: number) => {
        const encoded = encodeURIComponent(text.make(bytes)).slice(0, bytes);
        return { target: pathOf(operation, { name, text: encoded.replace(/%.?$/, "") }) };
      },
    })),
  );
}

function queryCases(operation: AnyOperation, index: number): Part[] {
  const names = Object.keys(operation.query);
  const target = (query: string) => ({ target: `${pathOf(operation)}?${query}` });
  return [
    ...names.flatMap((name, at) =>
      textsFor(index + at).map((text) => ({
        place: `query ${name} of ${text.name}`,
        maxBytes: maxTargetBytes,
        make: (bytes: number) =>
          target(`${name}=${encodeURIComponent(text.make(bytes)).slice(0, bytes).replace(/%.?$/, "")}`),
      })),
    ),
    ...[names[index % 2] ?? "unknown"].flatMap((name) =>
      ["[", "[]", "[a]", "%5B", "%5B%5D", "&a=", "[]=&", "[]=1&a", "[x]=1&a", "=1&"]
        .filter((_, at) => at % 2 === index % 2)
        .map((piece) => ({
          place: `query name ${name}${piece}`,
          maxBytes: maxTargetBytes,
          make: (bytes: number) => target(`${name}${repeat(piece, bytes, name)}=1`),
        })),
    ),
  ];
}

/** Repeats a piece; one that ends a parameter is followed by the name again. */
const repeat = (piece: string, bytes: number, name: string): string => {
  const unit = piece.endsWith("&") ? `${piece}${name}` : piece;
  return unit.repeat(Math.max(1, Math.floor(bytes / unit.length)));
};

function bodyCases(operation: AnyOperation, index: number): Part[] {
  const fields = Object.entries(operation.body as Readonly<Record<string, z.ZodType>>);
  if (fields.length === 0) return [];
  const needed = Object.fromEntries(
    fields.filter(([, schema]) => !isOptional(schema)).map(([name, schema]) => [name, sample(schema)]),
  );
  const json = (value: unknown) => ({
    headers: ["Content-Type: application/json"],
    body: Buffer.from(JSON.stringify(value)),
  });
  return [
    ...fields.flatMap(([name, schema], at) => [
      ...textsFor(index + at).map((text) => ({
        place: `JSON ${name} of ${text.name}`,
        maxBytes: maxBodyBytes,
        make: (bytes: number) => json({ ...needed, [name]: around(schema, text.make(bytes / 2)) }),
      })),
      ...[1, null, "", [], {}, sample(elementOf(schema) ?? schema)].map((entry) => ({
        place: `JSON ${name} as a list of ${JSON.stringify(entry)}`,
        maxBytes: maxBodyBytes,
        make: (bytes: number) => {
          const length = Math.floor(bytes / (JSON.stringify(entry).length + 1));
          return json({ ...needed, [name]: new Array(length).fill(entry) });
        },
      })),
    ]),
    ...hostileBodies
      .filter((_, at) => isWhole(operation) || at % 3 === index % 3)
      .map(({ name, headers, make }) => ({
        place: name,
        maxBytes: operation.maxBodyBytes > 64 * 1024 && isWhole(operation) ? maxLongBytes : maxBodyBytes,
        make: (bytes: number) => ({ headers, body: make(bytes, fields[0]?.[0] ?? "a") }),
      })),
  ];
}

const elementOf = (schema: z.ZodType): z.ZodType | undefined => definitionOf(unwrap(schema)).element;

/** Returns a text where a schema takes one: in its list, in the first text of its object, or as it is. */
function around(schema: z.ZodType, text: string): unknown {
  const { type, element, shape, valueType } = definitionOf(unwrap(schema));
  if (type === "array" && element) return [around(element, text)];
  if (type === "record" && valueType) return { a: text, [text]: "a" };
  if (type !== "object" || !shape) return text;
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, around(field, text)]));
}

/** Returns a short value that a schema takes. */
function sample(schema: z.ZodType): unknown {
  const { type, element, shape, entries, options, values } = definitionOf(unwrap(schema));
  switch (type) {
    case "number":
      return 1;
    case "boolean":
      return true;
    case "enum":
      return Object.values(entries ?? {})[0];
    case "literal":
      return values?.[0];
    case "array":
      return element ? [sample(element)] : [];
    case "record":
      return {};
    case "union":
      return options?.[0] ? sample(options[0]) : "a";
    case "object":
      return Object.fromEntries(
        Object.entries(shape ?? {})
          .filter(([, field]) => !isOptional(field))
          .map(([name, field]) => [name, sample(field)]),
      );
    default:
      return "a";
  }
}
