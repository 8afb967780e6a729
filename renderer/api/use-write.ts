import { useQueryClient } from "@tanstack/react-query";
import type { AnyOperation, InputOf } from "../../shared/api/contract/operation.ts";
import { useOptionalAccountId } from "./account-context.ts";
import { invalidateResources } from "./query-client.ts";
import { writeOperation } from "./write-operation.ts";

/**
 * A function that writes through an operation of this place's account, once. Whatever comes of it, what reads the
 * same resources is fetched again, so that an uncertain failure is followed by a look at the service.
 */
export function useWrite() {
  const client = useQueryClient();
  const account = useOptionalAccountId();
  return async <O extends AnyOperation>(operation: O, input: InputOf<O>) => {
    if (account === null) throw new Error("No account here");
    try {
      return await writeOperation(account, operation, input);
    } finally {
      void invalidateResources(client, account, operation.changes);
    }
  };
}
