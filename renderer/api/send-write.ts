import type { AnyOperation, InputOf, OutputOf, ResponseBody } from "../../shared/api/contract/operation.ts";
import { callOperation, fetchOperation, type JsonOperation } from "./fetch-operation.ts";

type Written<O extends { response: ResponseBody }> = O["response"] extends { kind: "json" }
  ? OutputOf<O>
  : undefined;

/**
 * Calls a writing operation, once, and returns its JSON response, if it has one. On success and failure the caller calls
 * `invalidateResources`, so that an uncertain write shows its effect.
 */
export async function sendWrite<O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
): Promise<Written<O>> {
  if (isJson(operation)) return (await fetchOperation(account, operation, input)) as Written<O>;
  await (await callOperation(account, operation, input)).body?.cancel();
  return undefined as Written<O>;
}

const isJson = <O extends AnyOperation>(operation: O): operation is O & JsonOperation =>
  operation.response.kind === "json";
