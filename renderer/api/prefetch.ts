import type { QueryClient } from "@tanstack/react-query";
import type { InputOf, OutputOf } from "../../shared/api/contract/operation.ts";
import type { JsonOperation } from "./fetch-operation.ts";
import { operationQuery } from "./use-operation.ts";

/** Prefetches a view's queries that are not cached; the view itself revalidates. */
export type Prefetch = <O extends JsonOperation>(
  operation: O,
  input: InputOf<O>,
  pages?: "all",
) => Promise<OutputOf<O>>;

/**
 * Starts a view's queries before its code is loaded, and resolves when they have ended. Errors are ignored: the view
 * requests the same again.
 */
export async function prefetch(
  client: QueryClient,
  account: string,
  plan: (read: Prefetch) => Promise<unknown>,
): Promise<void> {
  const read: Prefetch = async (operation, input, pages) =>
    (await client.ensureQueryData(operationQuery(account, operation, input, pages))).data;
  await plan(read).catch(() => undefined);
}
