import { useQueries } from "@tanstack/react-query";
import { listUsers } from "../../../shared/api/resources/users.ts";
import { useAccountId } from "../../api/account-context.ts";
import { operationQuery } from "../../api/use-operation.ts";

/** Returns ids of users by name; null while they are looked up. Unknown names are left out. */
export function useUserIds(names: readonly string[]): ReadonlyMap<string, number> | null {
  const account = useAccountId();
  return useQueries({
    queries: names.map((username) => ({
      ...operationQuery(account, listUsers, { username }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) =>
      results.some(({ isPending }) => isPending)
        ? null
        : new Map(
            results.flatMap(({ data }, i) => {
              const id = data?.data[0]?.id;
              return id === undefined ? [] : [[names[i] ?? "", id] as const];
            }),
          ),
  });
}
