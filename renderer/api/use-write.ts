import { useQueryClient } from "@tanstack/react-query";
import type { AnyOperation, InputOf } from "../../shared/api/contract/operation.ts";
import { useOptionalAccountId } from "./account-context.ts";
import { invalidateResources } from "./query-client.ts";
import { sendWrite } from "./send-write.ts";

/**
 * Returns a function that calls a writing operation of the route's account, once. On success and failure, queries of
 * the same resources are fetched again, so that an uncertain write shows its effect.
 */
export function useWrite() {
  const client = useQueryClient();
  const account = useOptionalAccountId();
  return async <O extends AnyOperation>(operation: O, input: InputOf<O>) => {
    if (account === null) throw new Error("No account here");
    try {
      return await sendWrite(account, operation, input);
    } finally {
      void invalidateResources(client, account, operation.changes);
    }
  };
}
