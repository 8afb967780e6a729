import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { ownFacts } from "../../shared/api/contract/call-facts.ts";
import type { CallFacts } from "../../shared/api/contract/operation.ts";

const shared = fileURLToPath(new URL("../../shared", import.meta.url));
const factsModule = join(shared, "api", "contract", "call-facts.ts");
const suffix = "?facts";

/**
 * Gives the built page the contract's operations and the host's routes as plain data, without the schemas from which they
 * are declared, and so without zod: the host checks what the page sends and what it receives. What a module exports beside
 * them is left out unless it is data as well, so that a page that needs a schema does not build. `shared/api/index.ts`,
 * which the reference of the interface shows, has the whole declarations.
 */
export function contract(): Plugin {
  return {
    name: "helve:contract",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /^\.{1,2}\/.*\.ts$/ },
      handler(source, importer) {
        if (importer === undefined) return null;
        const [from = ""] = importer.split("?");
        const path = join(dirname(from), source);
        // The contract itself is made of whole declarations.
        if (!declares(path) || from.startsWith(join(shared, "api"))) return null;
        return { id: `${path}${suffix}`, moduleSideEffects: false };
      },
    },
    load: {
      filter: { id: /\.ts\?facts$/ },
      handler: (id) => plainModule(id.slice(0, -suffix.length)),
    },
  };
}

/** Returns whether a module declares operations or routes with schemas. */
const declares = (path: string): boolean =>
  (dirname(path) === join(shared, "host") || dirname(path) === join(shared, "api", "resources")) &&
  /^import \{ z \} from "zod"|from "\.\/host-route\.ts"/m.test(readFileSync(path, "utf8"));

/** Returns the source of a module of declarations with their facts alone. */
export async function plainModule(path: string): Promise<string> {
  const declared: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const lines = Object.entries(declared).flatMap(([name, value]) => {
    if (isOperation(value))
      return [`export const ${name} = /* @__PURE__ */ callFacts(${literal(ownFacts(value))});`];
    const plain = isRoute(value) ? keyOf(value) : isRoutes(value) ? keysOf(value) : value;
    return isData(plain) ? [`export const ${name} = ${literal(plain)};`] : [];
  });
  return [`import { callFacts } from ${JSON.stringify(factsModule)};`, ...lines, ""].join("\n");
}

const literal = (value: unknown): string => JSON.stringify(value);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isOperation = (value: unknown): value is CallFacts =>
  isObject(value) && "method" in value && "path" in value && "input" in value;

interface Route {
  readonly key: string;
}
const isRoute = (value: unknown): value is Route =>
  isObject(value) && "key" in value && typeof value.key === "string" && /^[A-Z]+ \//.test(value.key);
const isRoutes = (value: unknown): value is Readonly<Record<string, Route>> =>
  isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isRoute);

const keyOf = ({ key }: Route): Route => ({ key });
const keysOf = (routes: Readonly<Record<string, Route>>) =>
  Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, keyOf(route)]));

/** Returns whether a value is the same once it was written as JSON. */
const isData = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isData)
    : isObject(value)
      ? Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData)
      : value === null || ["string", "number", "boolean"].includes(typeof value);
