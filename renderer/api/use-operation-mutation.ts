import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import type { AnyOperation, InputOf, OutputOf, ResponseBody } from "../../shared/api/operation.ts";
import { AccountContext } from "./account-context.ts";
import { callOperation, fetchOperation, type JsonOperation } from "./fetch-operation.ts";
import { invalidateResources } from "./query-client.ts";

type Written<O extends { response: ResponseBody }> = O["response"] extends { kind: "json" }
  ? OutputOf<O>
  : undefined;

/**
 * Writes through an operation, once. After it, whatever failed or not, all that reads what the operation
 * changes is fetched again: an uncertain failure is thus followed by a look at the service.
 */
export function useOperationMutation<O extends AnyOperation>(
  operation: O,
  options: { readonly account?: string } = {},
): UseMutationResult<Written<O>, Error, InputOf<O>> {
  const client = useQueryClient();
  const here = useContext(AccountContext);
  const account = options.account ?? here;
  return useMutation({
    mutationFn: async (input: InputOf<O>) => {
      if (account === null) throw new Error("No account here");
      return writeOperation(account, operation, input);
    },
    onSettled: () => {
      if (account !== null) void invalidateResources(client, account, operation.changes);
    },
  });
}

/** Calls a writing operation and reads its JSON answer, if it has one. */
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
