import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationKey } from "../../shared/api/contract/call-facts.ts";
import { encodeCall } from "../../shared/api/contract/encode.ts";
import { createMatcher } from "../../shared/api/contract/match.ts";
import type { AnyOperation, Method } from "../../shared/api/contract/operation.ts";
import { definitionOf, neutral, unwrap } from "../../shared/api/contract/schema-walk.ts";
import { arbitraryInput } from "../../shared/api/contract/testing/arbitrary-input.ts";
import { operations } from "../../shared/api/index.ts";
import { accountRoutes } from "../../shared/host/accounts.ts";
import { routePath } from "../../shared/host/host-route.ts";
import { problem } from "../../shared/problem.ts";
import { rounds, seed } from "../../shared/testing/rounds.ts";
import { driveHost } from "./testing/faults/drive-host.ts";
import { type FaultProxy, faultProxy, type ServiceInProcess } from "./testing/faults/fault-proxy.ts";
import { faults } from "./testing/faults/faults.ts";
import { type HostInFolder, hostInFolder } from "./testing/host-in-folder.ts";

it.each(Array.from({ length: rounds(4) }, (_, index) => seed() + index))(
  "discards every broken response and no intact one (seed %i)",
  async (seed) => {
    const figures = await driveHost({ seed, operations: 500, share: 0.33 });
    expect(figures.broken).toEqual([]);
    expect(figures.requestsWithFaults).toBeGreaterThan(faults.length);
    expect(figures.confirmed + figures.doubt.yes).toBeGreaterThan(0);
    expect(figures.cacheEntries).toBeGreaterThan(0);
    expect(figures.connectionsAtEnd).toBeLessThanOrEqual(64);
  },
  240_000,
);

describe("every fault", () => {
  const match = createMatcher(Object.values(operations));
  const calls = Object.values(operations)
    .filter(({ extension }) => extension !== "local")
    .map((operation) => {
      const [input = {}] = fc.sample(arbitraryInput(operation), 1);
      return { operation, ...encodeCall(operation, input) };
    });
  /** Requests that are sent at once. */
  const atOnce = 24;

  interface Example {
    readonly type: string;
    readonly body: string;
  }
  const examples = new Map<AnyOperation | undefined, Example>();

  /** Returns a response of an operation with neutral values, so that a fault finds something to change. */
  function exampleOf(operation: AnyOperation | undefined): Example {
    const example = examples.get(operation) ?? makeExample(operation);
    examples.set(operation, example);
    return example;
  }

  function makeExample(operation: AnyOperation | undefined): Example {
    const { response } = operation ?? {};
    if (response?.kind !== "json") {
      const isText = response !== undefined;
      return { type: isText ? "text/plain" : "application/json", body: isText ? "line\n".repeat(50) : user };
    }
    const schema = unwrap(response.schema);
    const { type, element } = definitionOf(schema);
    const example = neutral(type === "array" && element ? unwrap(element) : schema);
    return {
      type: "application/json",
      body: JSON.stringify(type === "array" ? [example, example] : example),
    };
  }

  const user = JSON.stringify({ id: 7, name: "Ada", username: "ada" });

  /** Without a connection of its own: those of the host and its faults are what is tested. */
  const respond: ServiceInProcess = ({ method, path: target, headers: { host: authority } }) => {
    const [path = "", query] = target.split("?");
    const search = new URLSearchParams(query);
    const operation = match(method as Method, path.replace("/api/v4", ""), search)?.operation;
    const { type, body } = path.endsWith("/user")
      ? { type: "application/json", body: user }
      : exampleOf(operation);
    const status = operation?.status ?? 200;
    const isEmpty = operation?.response.kind === "none" && status === 204;
    const headers = {
      "content-type": type,
      "x-gitlab-size": String(Buffer.byteLength(body)),
      "x-total": "4",
      "x-total-pages": "2",
      "x-per-page": "2",
      "x-next-page": "2",
      link: `<http://${authority}${path}?page=2&per_page=2>; rel="next"`,
    };
    return {
      status,
      headers: [["date", new Date().toUTCString()], ...(isEmpty ? [] : Object.entries(headers))],
      body: isEmpty || method === "HEAD" ? Buffer.alloc(0) : Buffer.from(body),
    };
  };

  let proxy: FaultProxy;
  let host: HostInFolder;
  let account = "";

  beforeAll(async () => {
    proxy = await faultProxy(respond, 5);
    host = hostInFolder({ retry: { retries: 0, maxWaitMs: 10 } });
    account = (await host.addAccount(proxy.url)).id;
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });

  /** Returns what is wrong with the response to an operation under a fault, null where nothing is. */
  async function wrongWith(operation: AnyOperation, path: string, init: RequestInit): Promise<string | null> {
    const response = await host.request(`/accounts/${account}/operations${path}`, init);
    // A stream may break off: the page gets its error.
    const text = await response.text().catch(() => null);
    if (response.ok || text === null || operation.method === "HEAD") return null;
    const found = problem.safeParse(JSON.parse(text));
    if (!found.success) return `no problem: ${text.slice(0, 200)}`;
    const { code, detail, message, changed } = found.data;
    if (code === "internal") return `internal: ${detail}`;
    if (found.data.operation !== operationKey(operation) || message === "")
      return `unnamed: ${text.slice(0, 200)}`;
    const isRead = operation.method === "GET";
    return isRead && changed !== "no" ? `a read that changed: ${changed}` : null;
  }

  it.each(faults.map((fault) => [fault.name, fault] as const))(
    "under %s every operation ends in its data or in a problem of its own",
    async (_, fault) => {
      proxy.choose = () => [fault];
      const due = calls.flatMap((call) => {
        const { body, contentType, method, path } = call;
        const init = {
          method,
          ...(body === undefined ? {} : { body }),
          ...(contentType ? { headers: { "content-type": contentType } } : {}),
        };
        const all = path.includes("?") ? "&helve-pages=all" : "?helve-pages=all";
        const paths = call.operation.paged && method === "GET" ? [path, path + all] : [path];
        return paths.map((each) => ({ operation: call.operation, path: each, init }));
      });
      const wrong: string[] = [];
      const work = async () => {
        for (let next = due.pop(); next; next = due.pop()) {
          const found = await wrongWith(next.operation, next.path, next.init);
          if (found) wrong.push(`${operationKey(next.operation)}: ${found}`);
          await host.request(routePath(accountRoutes.liftRateLimit, { id: account }), { method: "DELETE" });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      expect(wrong).toEqual([]);
    },
  );
});
