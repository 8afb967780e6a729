import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type LedgerEntry, type TestLedger, testLedgerRoutes } from "../../../shared/host/test-ledger.ts";
import { callHost } from "../../api/fetch-host.ts";

/** Begins the keys of queries of a project's ledger. */
export const ledgerKey = (account: string, project: string) => ["test-ledger", account, project] as const;

interface LedgerChoice {
  /** Branch or tag; all where it is left out. */
  readonly ref?: string | undefined;
  /** Tests that never failed, too. */
  readonly all: boolean;
}

/** The results of a project's tests that are on this computer. */
export const useTestLedger = (account: string, project: string, { ref, all }: LedgerChoice) =>
  useQuery({
    queryKey: [...ledgerKey(account, project), ref ?? null, all],
    queryFn: ({ signal }): Promise<TestLedger> =>
      callHost(testLedgerRoutes.get, { id: account, project, all, ...(ref ? { ref } : {}) }, signal),
    // It is on disk, and changes as the page itself reads reports.
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    // Of the same project alone.
    placeholderData: (before, query) =>
      query?.queryKey[1] === account && query.queryKey[2] === project ? before : undefined,
    meta: { reads: [] },
  });

const keyOf = ({ job, group, name }: Pick<LedgerEntry, "job" | "group" | "name">): string =>
  `${job}\n${group}\n${name}`;

/** Returns a function that finds what the ledger knows about a test that has failed; one request for all of them. */
export function useLedgerEntries(
  account: string,
  project: string,
): (test: Pick<LedgerEntry, "job" | "group" | "name">) => LedgerEntry | null {
  const { data } = useTestLedger(account, project, { all: false });
  const entries = useMemo(() => new Map((data?.entries ?? []).map((entry) => [keyOf(entry), entry])), [data]);
  return useCallback((test) => entries.get(keyOf(test)) ?? null, [entries]);
}
