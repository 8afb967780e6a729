import { operationKey } from "../../../../shared/api/contract/call-facts.ts";
import { encodeCall } from "../../../../shared/api/contract/encode.ts";
import type { EncodedCall } from "../../../../shared/api/contract/encode-values.ts";
import { createMatcher, type Match } from "../../../../shared/api/contract/match.ts";
import type { AnyOperation, InputOf, Method } from "../../../../shared/api/contract/operation.ts";
import { type Fields, findForeign } from "../../../../shared/api/identity/identity.ts";
import { operationIdentity } from "../../../../shared/api/identity/kinds.ts";
import { operations } from "../../../../shared/api/index.ts";
import { listen } from "../../http/listen.ts";
import type { Composition } from "../../service-store.ts";
import { differences } from "./response-check.ts";
import { type TestCall, type TestCaller, type TestResponse, testService } from "./test-service.ts";

const match = createMatcher(Object.values(operations));

/** A call as it is sent, with its caller. */
export interface WireCall extends EncodedCall {
  readonly as?: TestCaller;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The service behind a real socket. Every response is checked against the contract of the operation that was called,
 * and the statuses that each operation returned are recorded.
 */
export async function contractService(options?: Composition) {
  const inner = testService(undefined, options);
  const listening = await listen(inner.service, 0);
  const driven = new Map<string, Set<number>>();
  const broken: string[] = [];

  async function send(call: WireCall): Promise<TestResponse> {
    const { as = "developer", method, path, body, contentType, headers } = call;
    const token = inner.tokens.get(as);
    const response = await fetch(`${listening.url}/api/v4${path}`, {
      method,
      headers: {
        ...(token ? { "private-token": token } : {}),
        ...(contentType ? { "content-type": contentType } : {}),
        ...headers,
      },
      body: body ?? null,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const result = { status: response.status, headers: response.headers, bytes, body: parse(bytes) };
    const found = match(method as Method, path.replace(/\?.*$/s, ""), searchOf(path));
    if (found) {
      const { operation } = found;
      const key = operationKey(operation);
      driven.set(key, (driven.get(key) ?? new Set()).add(result.status));
      const sent: unknown = typeof body === "string" ? parse(Buffer.from(body)) : null;
      const wrong = [...differences(operation, result), ...foreign(found, sent, result)];
      broken.push(...wrong.map((text) => `${key} (${result.status}): ${text}`));
    }
    return result;
  }

  return {
    ...inner,
    url: listening.url,
    /** Statuses that the operations returned so far, by their keys. */
    driven: driven as ReadonlyMap<string, ReadonlySet<number>>,
    send,
    /** Calls an operation as the contract declares it. */
    operate<O extends AnyOperation>(
      operation: O,
      input: InputOf<O>,
      more: Omit<TestCall, "body"> = {},
    ): Promise<TestResponse> {
      return send({ ...encodeCall(operation, input), ...more });
    },
    call: (method: Method, path: string, { body, ...more }: TestCall = {}): Promise<TestResponse> =>
      send({
        method,
        path,
        body: body === undefined ? undefined : JSON.stringify(body),
        contentType: body === undefined ? undefined : "application/json",
        ...more,
      }),
    /** Throws where a response since the last check broke the contract. */
    checkResponses(): void {
      const found = broken.splice(0);
      if (found.length > 0) throw new Error([...new Set(found)].join("\n"));
    },
    /** Throws where a repository was damaged or a response broke the contract, and removes everything. */
    async remove(): Promise<void> {
      await listening.close();
      await inner.remove();
      this.checkResponses();
    },
  };
}

/** A service that {@link contractService} started. */
export type ContractService = Awaited<ReturnType<typeof contractService>>;

/** Returns what Helve would refuse in a successful response, as not of the kind or not about what was requested. */
function foreign({ operation, params }: Match, sent: unknown, { status, body }: TestResponse): string[] {
  const identity = operationIdentity(operation);
  if (!identity || status >= 300 || body === null) return [];
  const input = { ...(sent as object | null), ...params };
  const exchange = { isRead: operation.method === "GET", isRedirected: false };
  return [body].flat().flatMap((object) => {
    const why = findForeign(operation, identity, input, object as Fields | null, exchange);
    return why === null ? [] : [`a response that ${why}`];
  });
}

const searchOf = (path: string): URLSearchParams => new URLSearchParams(/\?(.*)$/s.exec(path)?.[1] ?? "");

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return bytes.toString();
  }
}
