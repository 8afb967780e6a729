import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { AnyOperation, InputOf } from "../../shared/api/contract/operation.ts";
import { useOptionalAccountId } from "./account-context.ts";
import type { JsonResponse } from "./fetch-operation.ts";
import { invalidateResources } from "./query-client.ts";
import { callWrite, type Written } from "./send-write.ts";

export interface WriteOptions {
  /** Account, where it is not the route's. */
  readonly account?: string;
  /** Key of a series, whose writes are sent one after the other: the last one wins. */
  readonly series?: QueryKey;
  /** The only query that becomes stale, where the operation's resource tags name more than a write changes. */
  readonly affects?: QueryKey;
}

/** Change of a cached response `T` that is shown before, or with, the response `R` of a write. */
export interface ShownChange<T, R> {
  readonly queryKey: QueryKey;
  /** Returns what is shown while the write is sent. */
  readonly show?: (data: T) => T;
  /** Returns what is shown after a failure; what was shown before it unless given. */
  readonly revert?: (now: T, before: T) => T;
  /** Returns what is shown with the response, unless a later write of the series is under way. */
  readonly confirm?: (now: T, written: R) => T;
}

/** Calls an operation once and resolves to its JSON response, if it has one. Rejects with ProblemError. */
export type Write<O extends AnyOperation> = <T>(
  input: InputOf<O>,
  shown?: ShownChange<T, Written<O>>,
) => Promise<Written<O>>;

/** One write. It has its account, since the page may have changed before a write of a series is sent. */
interface Call<O extends AnyOperation> {
  readonly account: string | null;
  readonly operation: O;
  readonly input: InputOf<O>;
  readonly shown: ReturnType<typeof showIn<unknown, Written<O>>> | null;
}

/**
 * Returns a function that calls a writing operation once. On success and failure, queries of the resources that the
 * operation changes are fetched again, so that an uncertain write shows its effect. A change that is shown before the
 * confirmation is taken back on a failure.
 */
export function useWrite<O extends AnyOperation>(
  operation: O,
  { account: given, series, affects }: WriteOptions = {},
): Write<O> {
  const client = useQueryClient();
  const current = useOptionalAccountId();
  const account = given ?? current;
  const isLast = () => series === undefined || client.isMutating({ mutationKey: series }) <= 1;
  const { mutateAsync } = useMutation({
    ...(series ? { mutationKey: series, scope: { id: JSON.stringify(series) } } : {}),
    // The input may have secrets.
    gcTime: 0,
    onMutate: ({ shown }: Call<O>) => shown?.begin(),
    mutationFn: ({ account, operation, input }: Call<O>) => {
      if (account === null) throw new Error("No account here");
      return callWrite(account, operation, input);
    },
    onSuccess: (written, { shown }) => {
      if (isLast()) shown?.confirm(written);
    },
    onError: (_, { shown }) => shown?.revert(),
    onSettled: (_written, _error, { account, operation }) => {
      if (account === null || !isLast()) return;
      if (affects) void client.invalidateQueries({ queryKey: affects });
      else void invalidateResources(client, account, operation.changes);
    },
  });
  return useCallback(
    (input, shown) => mutateAsync({ account, operation, input, shown: shown ? showIn(client, shown) : null }),
    [client, account, operation, mutateAsync],
  );
}

/** Returns the steps of a change of a cached response, which do nothing where there is none. */
function showIn<T, R>(
  client: QueryClient,
  { queryKey, show, revert = (_, before) => before, confirm }: ShownChange<T, R>,
) {
  const patch = (next: (data: T) => T) =>
    client.setQueryData<JsonResponse<T>>(queryKey, (now) => now && { ...now, data: next(now.data) });
  let before: T | undefined;
  return {
    async begin(): Promise<void> {
      if (!show) return;
      // A read that is under way would show the old state again.
      await client.cancelQueries({ queryKey });
      before = client.getQueryData<JsonResponse<T>>(queryKey)?.data;
      patch(show);
    },
    revert(): void {
      const known = before;
      if (known !== undefined) patch((now) => revert(now, known));
    },
    confirm(written: R): void {
      if (confirm) patch((now) => confirm(now, written));
    },
  };
}
