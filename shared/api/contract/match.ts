import type { AnyOperation, Method } from "./operation.ts";

/** The operation that a method and path name, with its path parameters decoded. */
export interface Match {
  readonly operation: AnyOperation;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Builds a matcher over operations. The path is split on raw slashes before anything is decoded, so that
 * `%2F` and `%2E` stay inside their segment (docs/compatibility.md, 26 and 27); literal segments win over parameters.
 * Of several operations of a path, a parameter of the query tells which one is meant; where none has its value, it is
 * the first of them, which refuses the value.
 */
export function createMatcher(operations: Iterable<AnyOperation>) {
  const routes = [...operations].map((operation) => ({ operation, pattern: toPattern(operation.path) }));
  routes.sort((a, b) => b.pattern.weight.localeCompare(a.pattern.weight));
  return (method: Method, path: string, search?: URLSearchParams): Match | undefined => {
    let first: Match | undefined;
    for (const { operation, pattern } of routes) {
      if (operation.method !== method || (first && first.operation.path !== operation.path)) continue;
      const groups = pattern.expression.exec(path)?.groups;
      if (!groups && !pattern.expression.test(path)) continue;
      const params = decodeAll(groups ?? {});
      if (!params) continue;
      if (isVariant(operation, search)) return { operation, params };
      first ??= { operation, params };
    }
    return first;
  };
}

/** Returns whether a query has the value by which an operation differs from others of its path. */
function isVariant({ variant }: AnyOperation, search: URLSearchParams | undefined): boolean {
  if (variant === undefined) return true;
  const [name = "", value] = variant.split("=");
  return search?.get(name) === value;
}

/** Parameters that clients also write with raw slashes (docs/compatibility.md, 26). */
const slashed = new Set(["ref_name"]);

function toPattern(template: string): { expression: RegExp; weight: string } {
  const source = template
    .replace(/[.+?^${}()|\\]/g, "\\$&")
    .replace(/\[\\\.(\w+)\]/, "(?:\\.(?<$1>[^/]+))?")
    .replace(/\*(\w+)/, "(?<$1>.+)")
    .replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${slashed.has(name) ? ".+?" : "[^/]+"})`);
  const weight = template
    .split("/")
    .map((part) => (part.startsWith("*") ? "0" : part.startsWith(":") ? "1" : "2"))
    .join("");
  return { expression: new RegExp(`^${source}$`), weight };
}

function decodeAll(groups: Record<string, string | undefined>): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  try {
    for (const [name, value] of Object.entries(groups)) {
      if (value !== undefined) params[name] = decodeURIComponent(value);
    }
  } catch {
    return undefined;
  }
  return params;
}
