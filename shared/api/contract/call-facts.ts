import type { CallFacts } from "./operation.ts";

const common = {
  queryNames: [],
  bodyNames: [],
  encoding: "json",
  response: { kind: "json" },
  reads: [],
  changes: [],
  aliases: {},
  extension: undefined,
  variant: undefined,
} as const satisfies Omit<CallFacts, "method" | "path">;

/** Facts of an operation without those that most operations share. */
export type OwnFacts = Pick<CallFacts, "method" | "path"> & Partial<CallFacts>;

/** Returns the facts of an operation. */
export const callFacts = (own: OwnFacts): CallFacts => ({ ...common, ...own });

/** Returns the facts of an operation that its callers cannot do without: the others are what {@link callFacts} adds. */
export function ownFacts(operation: CallFacts): OwnFacts {
  const { method, path, response } = operation;
  const facts: CallFacts = {
    method,
    path,
    queryNames: operation.queryNames,
    bodyNames: operation.bodyNames,
    encoding: operation.encoding,
    response: { kind: response.kind },
    reads: operation.reads,
    changes: operation.changes,
    aliases: operation.aliases,
    extension: operation.extension,
    variant: operation.variant,
  };
  const usual: Readonly<Record<string, unknown>> = common;
  const own = Object.entries(facts).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]),
  );
  return { method, path, ...Object.fromEntries(own) };
}

/** Stable text that names an operation: method and path template, and the parameter that tells it from others of the path. */
export const operationKey = ({
  method,
  path,
  variant,
}: Pick<CallFacts, "method" | "path"> & Partial<Pick<CallFacts, "variant">>): string =>
  `${method} ${path}${variant === undefined ? "" : `?${variant}`}`;
