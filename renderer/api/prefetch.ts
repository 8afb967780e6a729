import type { QueryClient } from "@tanstack/react-query";
import type { InputOf, OutputOf } from "../../shared/api/contract/operation.ts";
import type { JsonOperation } from "./fetch-operation.ts";
import { operationQuery } from "./use-operation.ts";

/** Asks for what a view will ask for, where nothing of it was read yet; whether it is still true is the view's affair. */
export type Prefetch = <O extends JsonOperation>(
  operation: O,
  input: InputOf<O>,
  pages?: "all",
) => Promise<OutputOf<O>>;

/** Begins a view's reading before its code is there. What fails is told when the view asks for it again. */
export function prefetch(
  client: QueryClient,
  account: string,
  plan: (read: Prefetch) => Promise<unknown>,
): void {
  const read: Prefetch = async (operation, input, pages) =>
    (await client.ensureQueryData(operationQuery(account, operation, input, pages))).data;
  plan(read).catch(() => undefined);
}
