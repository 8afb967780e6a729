import { useQueries, useQueryClient } from "@tanstack/react-query";
import { describeProblem } from "../../api/describe-problem.ts";
import { offlineCopiesQuery, removeOfflineCopy } from "../../api/offline-copies.ts";
import { useHostState } from "../../state/host-state.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { toast } from "../../ui/toast.tsx";
import { SettingRow } from "./setting-row.tsx";

/** Offline copies of reviews of all accounts; they stay on disk until they are removed. */
export function OfflineSection() {
  const accounts = useHostState((state) => state.accounts) ?? [];
  const client = useQueryClient();
  const lists = useQueries({ queries: accounts.map(({ id }) => offlineCopiesQuery(id)) });
  const copies = accounts.flatMap((account, i) =>
    (lists[i]?.data ?? []).map((each) => ({ account, ...each })),
  );
  const remove = async (account: string, name: string) => {
    try {
      await removeOfflineCopy(account, name);
    } catch (error) {
      toast.problem(`${name} was not removed`, describeProblem(error));
    }
    await client.invalidateQueries({ queryKey: offlineCopiesQuery(account).queryKey });
  };
  return copies.map(({ account, name, bytes, pinned_at }) => (
    <SettingRow
      key={`${account.id} ${name}`}
      title={name}
      description={
        <>
          {formatBytes(bytes)} from {account.name}, updated <RelativeTime time={pinned_at} />, not counted in
          the cache.
        </>
      }
    >
      <Button aria-label={`Remove offline copy of ${name}`} onClick={() => void remove(account.id, name)}>
        Remove
      </Button>
    </SettingRow>
  ));
}
