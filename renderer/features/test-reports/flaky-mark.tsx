import { Shuffle } from "lucide-react";
import type { LedgerEntry } from "../../../shared/host/test-ledger.ts";
import { Badge } from "../../ui/marks/badge.tsx";

/** Returns a share as whole percent; one that is more than nothing is at least 1. */
export const percentOf = (part: number, whole: number): number =>
  part === 0 || whole === 0 ? 0 : Math.max(1, Math.round((part / whole) * 100));

/** Rate of flaky runs of a test that the ledger knows to be flaky; nothing for any other. */
export function FlakyMark({ entry }: { readonly entry: LedgerEntry | null }) {
  if (entry === null || entry.flaky === 0) return null;
  const { flaky, runs, failures } = entry;
  return (
    <Badge
      tone="warning"
      icon={Shuffle}
      title={`Failed ${failures} times in ${runs} runs, ${flaky} of them for a commit for which it passed as well`}
    >
      Flaky: {percentOf(flaky, runs)} % of {runs} runs
    </Badge>
  );
}
