import type { QueryClient } from "@tanstack/react-query";
import type {
  AnyOperation,
  InputOf,
  OutputOf,
  Resource,
  ResponseBody,
} from "../../shared/api/contract/operation.ts";
import { toProblem } from "./fetch-host.ts";
import {
  callOperation,
  type JsonOperation,
  type OperationCallOptions,
  requestOperation,
} from "./fetch-operation.ts";
import { invalidateResources } from "./query-client.ts";

/** JSON response of a write; undefined where it has none. */
export type Written<O extends { response: ResponseBody }> = O["response"] extends { kind: "json" }
  ? OutputOf<O>
  : undefined;

/** A write that happened. */
interface SettledWrite<T> {
  readonly result: T;
  /** The response was lost, or was another's; the host found the result on the service. */
  readonly isFound: boolean;
}

/** Writes of one flow, such as those of a queue: what they change becomes stale once, when the flow has ended. */
export interface WriteFlow {
  /** Calls an operation once and returns its JSON response. Throws ProblemError, also where the outcome is uncertain. */
  readonly send: <O extends AnyOperation>(
    account: string,
    operation: O,
    input: InputOf<O>,
  ) => Promise<Written<O>>;
  /**
   * Calls an operation once, and believes the host where that found it done after an uncertain failure. Throws
   * ProblemError where it is not done or unknown.
   */
  readonly settle: <O extends AnyOperation>(
    account: string,
    operation: O,
    input: InputOf<O>,
  ) => Promise<SettledWrite<Written<O>>>;
  /** Makes stale what the flow's writes change, successful or not, so that an uncertain one shows its effect. */
  readonly end: () => void;
}

/** Returns a flow without writes. */
export function createWriteFlow(client: QueryClient): WriteFlow {
  const changed = new Map<string, Set<Resource>>();
  const send: WriteFlow["send"] = (account, operation, input) => {
    const resources = changed.get(account) ?? new Set();
    changed.set(account, resources);
    for (const resource of operation.changes) resources.add(resource);
    return callWrite(account, operation, input);
  };
  return {
    send,
    settle: (account, operation, input) =>
      send(account, operation, input).then(
        (result) => ({ result, isFound: false }),
        (error: unknown) => ({ result: foundResult(operation, error), isFound: true }),
      ),
    end() {
      for (const [account, resources] of changed) void invalidateResources(client, account, [...resources]);
      changed.clear();
    },
  };
}

/** Calls a writing operation once, as a {@link WriteFlow} of one write. Throws ProblemError. */
export async function sendWrite<O extends AnyOperation>(
  client: QueryClient,
  account: string,
  operation: O,
  input: InputOf<O>,
): Promise<Written<O>> {
  const flow = createWriteFlow(client);
  return flow.send(account, operation, input).finally(flow.end);
}

/**
 * Calls a writing operation once: every write of the page, by `useWrite`, a flow or an upload, whose progress `send`
 * reports. Throws ProblemError.
 */
export async function callWrite<O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  options: Pick<OperationCallOptions, "signal" | "send"> = {},
): Promise<Written<O>> {
  if (isJson(operation))
    return (await requestOperation(account, operation, input, options)).data as Written<O>;
  await (await callOperation(account, operation, input, options)).body?.cancel();
  return undefined as Written<O>;
}

const isJson = <O extends AnyOperation>(operation: O): operation is O & JsonOperation =>
  operation.response.kind === "json";

/** Returns the result of a failed write that the host found done. Throws the failure of any other. */
function foundResult<O extends AnyOperation>(operation: O, error: unknown): Written<O> {
  const { code, changed, found } = toProblem(error);
  if (code !== "uncertain_write" || changed !== "yes") throw error;
  if (!isJson(operation)) return undefined as Written<O>;
  if (found === undefined) throw error;
  // The host has brought it into the contract's shape.
  return found as Written<O>;
}
