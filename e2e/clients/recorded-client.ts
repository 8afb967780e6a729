import { Gitlab } from "@gitbeaker/rest";
import { operationKey } from "../../shared/api/contract/call-facts.ts";
import { createMatcher } from "../../shared/api/contract/match.ts";
import type { Method } from "../../shared/api/contract/operation.ts";
import { operations } from "../../shared/api/index.ts";

/** The client with all its resources. */
export type RecordedClient = Gitlab<false>;

/** A request that the client made. */
interface RecordedRequest {
  /** `Resource.method` of the client. */
  readonly method: string;
  /** Key of the operation that it matches; null for none. */
  readonly operation: string | null;
  readonly status: number;
}

const match = createMatcher(Object.values(operations));

/**
 * Returns a client of a service whose requests are recorded with the method that made them. Its methods are called one
 * after the other. `restore` gives `fetch` back.
 */
export function recordedClient(host: string, token: string) {
  const requests: RecordedRequest[] = [];
  const running = { method: "" };
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { method, url } = input instanceof Request ? input : new Request(input, init);
    const response = await original(input, init);
    const { pathname, searchParams } = new URL(url);
    const found = match(method as Method, pathname.replace("/api/v4", ""), searchParams)?.operation;
    const operation = found ? operationKey(found) : null;
    requests.push({ method: running.method, operation, status: response.status });
    return response;
  };
  const named = (name: string, resource: object) =>
    new Proxy(resource, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          running.method = `${name}.${String(key)}`;
          return Reflect.apply(value, target, args);
        };
      },
    });
  const client = new Proxy<RecordedClient>(new Gitlab({ host, token }), {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      return typeof value === "object" && value !== null ? named(String(key), value) : value;
    },
  });
  return {
    client,
    requests: requests as readonly RecordedRequest[],
    restore: () => {
      globalThis.fetch = original;
    },
  };
}
