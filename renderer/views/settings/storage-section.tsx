import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderOpen, Trash2 } from "lucide-react";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { cacheRoutes } from "../../../shared/host/settings.ts";
import { shellRoutes } from "../../../shared/host/shell.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { offlineCopiesQuery, shellQuery } from "../../api/host-queries.ts";
import { accountIdentity, useHostState } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import flow from "../../ui/theme/flow.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { NumberSetting, SettingRow, TextSetting } from "./setting-fields.tsx";
import { WithSettings } from "./with-settings.tsx";

export function StorageSection() {
  const { data: shell } = useQuery(shellQuery);
  return (
    <WithSettings>
      {({ storage }, change) => {
        const choose = async () => {
          try {
            const { path: folder } = await callHost(shellRoutes.chooseFolder);
            if (folder !== null) change({ storage: { downloads: folder } });
          } catch (error) {
            toast.problem("The folder was not changed", toProblem(error));
          }
        };
        return (
          <>
            <NumberSetting
              title="Cache"
              description="Responses stored on disk, for speed and for reading offline."
              unit="MB"
              value={storage.cacheLimit}
              min={0}
              max={100_000}
              onChange={(cacheLimit) => change({ storage: { cacheLimit } })}
            />
            <NumberSetting
              title="Job logs"
              description="Logs that you opened, stored on disk. The least recently used are removed first."
              unit="MB"
              value={storage.traceLimit}
              min={0}
              max={100_000}
              onChange={(traceLimit) => change({ storage: { traceLimit } })}
            />
            <ClearCacheRow />
            <OfflineSection />
            <div className={flow.inlineWide}>
              <TextSetting
                label="Downloads folder"
                hint="A full path. Leave empty for the system's downloads folder."
                placeholder="The system's downloads folder"
                value={storage.downloads}
                onKeep={(downloads) => change({ storage: { downloads: downloads.trim() } })}
              />
              {shell?.can.chooseFolder ? (
                <Button icon={FolderOpen} onClick={() => void choose()}>
                  Choose…
                </Button>
              ) : null}
            </div>
          </>
        );
      }}
    </WithSettings>
  );
}

/** Size of the cache on disk, and a button that empties it. */
function ClearCacheRow() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["cache"],
    queryFn: ({ signal }) => callHost(cacheRoutes.get, {}, signal),
    meta: { reads: [] },
  });
  const clear = async () => {
    try {
      await callHost(cacheRoutes.clear);
      toast.success("Cache cleared");
    } catch (error) {
      toast.problem("The cache was not cleared", describeProblem(error));
    }
    await client.invalidateQueries({ queryKey: ["cache"] });
  };
  return (
    <SettingRow
      title="Cached responses and job logs"
      description={
        <>{data ? `${formatBytes(data.bytes)} on disk. ` : null}Reviews that are available offline stay.</>
      }
    >
      <Button icon={Trash2} onClick={() => void clear()}>
        Clear cache
      </Button>
    </SettingRow>
  );
}

/** Offline copies of reviews of all accounts; they stay on disk until they are removed. */
function OfflineSection() {
  const accounts = useHostState((state) => state.accounts) ?? [];
  const client = useQueryClient();
  const lists = useQueries({ queries: accounts.map(({ id }) => offlineCopiesQuery(id)) });
  const copies = accounts.flatMap((account, i) =>
    (lists[i]?.data ?? []).map((each) => ({ account, ...each })),
  );
  const remove = async (account: string, name: string) => {
    try {
      await callHost(accountRoutes.unpin, { id: account, name });
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
          {formatBytes(bytes)} as {accountIdentity(accounts, account)}, updated{" "}
          <RelativeTime time={pinned_at} />, not counted in the cache.
        </>
      }
    >
      <Button aria-label={`Remove offline copy of ${name}`} onClick={() => void remove(account.id, name)}>
        Remove
      </Button>
    </SettingRow>
  ));
}
