import type { AnyOperation, InputOf, OutputOf, ResponseBody } from "../../shared/api/contract/operation.ts";
import { callOperation, fetchOperation, type JsonOperation } from "./fetch-operation.ts";

type Written<O extends { response: ResponseBody }> = O["response"] extends { kind: "json" }
  ? OutputOf<O>
  : undefined;

/**
 * Calls a writing operation, once, and reads its JSON answer, if it has one. Whatever comes of it, the caller makes
 * stale what the operation changes (`invalidateResources`), so that an uncertain failure is followed by a look.
 */
export async function writeOperation<O extends AnyOperation>(
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
