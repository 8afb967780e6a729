import { setTimeout as sleep } from "node:timers/promises";
import { operationKey } from "../../../shared/api/contract/call-facts.ts";
import { encodeCall } from "../../../shared/api/contract/encode.ts";
import type {
  AnyOperation,
  InputOf,
  OutputOf,
  ResponseBody,
} from "../../../shared/api/contract/operation.ts";
import {
  listLocalRepositories,
  type OriginalChange,
  pollOriginals,
} from "../../../shared/api/resources/local-repositories.ts";
import type { HostEvent } from "../../../shared/host/events.ts";
import { localId } from "../accounts/accounts.ts";
import { collect, discardBody } from "../client/body.ts";
import type { ServiceClient } from "../client/service-client.ts";

/** Milliseconds before the next poll after one that failed. */
const retryDelayMs = 2_000;
/** Bytes of a response: the ref updates between two polls. */
const maxBytes = 16 * 1024 * 1024;
const bodyTimeoutMs = 30_000;

type JsonOperation = AnyOperation & { readonly response: ResponseBody & { readonly kind: "json" } };

/**
 * Polls the local service for changes of opened repositories and emits them as events, until `signal` fires. After the
 * service was started again it emits one event for each repository, since anything may have moved meanwhile.
 */
export async function followOriginals(
  client: ServiceClient,
  emit: (event: HostEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let cursor: string | undefined;
  while (!signal.aborted) {
    try {
      const polled = await call(client, pollOriginals, cursor === undefined ? {} : { cursor }, signal);
      const changes = polled.reset ? await allOriginals(client, signal) : polled.changes;
      for (const change of changes) emit(toEvent(change));
      cursor = polled.cursor;
    } catch {
      // The service is being started again, or is too old a version: it is polled again a little later.
      await sleep(retryDelayMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

async function allOriginals(client: ServiceClient, signal: AbortSignal): Promise<OriginalChange[]> {
  const originals = await call(client, listLocalRepositories, {}, signal);
  return originals.map(({ project_id, path_with_namespace, state, problem }) => ({
    project_id,
    path_with_namespace,
    state,
    problem,
    moved: [],
  }));
}

const toEvent = (change: OriginalChange): HostEvent => ({
  type: "refs-moved",
  accountId: localId,
  projectId: change.project_id,
  project: change.path_with_namespace,
  state: change.state,
  problem: change.problem,
  moved: change.moved,
  at: new Date().toISOString(),
});

async function call<O extends JsonOperation>(
  client: ServiceClient,
  operation: O,
  input: InputOf<O>,
  signal: AbortSignal,
): Promise<OutputOf<O>> {
  const { path } = encodeCall(operation, input);
  const { status, body } = await client.send(
    { method: "GET", path, operation: operationKey(operation) },
    signal,
  );
  if (status !== 200) {
    discardBody(body);
    throw new Error(`${operationKey(operation)}: HTTP ${status}`);
  }
  const { chunks } = await collect(body, { limit: maxBytes, timeoutMs: bodyTimeoutMs });
  return operation.response.schema.parse(JSON.parse(Buffer.concat(chunks).toString())) as OutputOf<O>;
}
