import { Gauge, Keyboard } from "lucide-react";
import { rateLimitPath } from "../../../shared/host/accounts.ts";
import { cancelReads } from "../../api/cancel-reads.ts";
import { hostSend } from "../../api/host.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useEdits } from "../../state/edits.ts";
import { useAccounts, useHostState } from "../../state/host-state.ts";
import flow from "../../ui/flow.module.css";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { DownloadsButton } from "../downloads/downloads-button.tsx";
import { GroupDeletions } from "../group-deletions/group-deletions.tsx";
import { useCurrentAccount } from "../navigation/use-app-location.ts";
import { openShortcutSheet } from "../shortcuts/sheet-state.ts";
import styles from "../status/status-line.module.css";
import { WatchesButton } from "../watches/watches-button.tsx";
import { ConnectionDot, connectionStatusOf } from "./connection-status.tsx";
import { UserPipelines } from "./user-pipelines.tsx";

/** The foot of the window: account, connectivity, running work, limits, drafts, shortcuts. */
export function StatusLine() {
  const account = useCurrentAccount();
  const connectivity = useHostState((state) => (account ? state.connectivity[account.id] : undefined));
  // A view may read of several accounts.
  const byAccount = useHostState((state) => state.requests);
  const requests = useAccounts().flatMap((entry) => byAccount[entry.id] ?? []);
  const unsaved = useEdits((state) => state.unsaved);
  const status = connectionStatusOf(connectivity?.state);
  const running = requests.reduce((sum, { running, queued }) => sum + running + queued, 0);
  return (
    <footer className={styles.line}>
      {account ? (
        <AppLink href={hrefs.accounts} className={styles.item}>
          <ConnectionDot status={status} />
          <span className={layout.ellipsis}>
            {account.check ? `${account.check.user.username} · ` : ""}
            {new URL(account.url).host}
          </span>
          {connectivity?.state === "offline" || connectivity?.state === "unauthorized" ? (
            <span className={layout.ellipsis}>{status.text}</span>
          ) : null}
        </AppLink>
      ) : null}
      {running > 0 ? (
        <span className={styles.item}>
          <Spinner size={11} />
          <span>
            {running}
            <span className={styles.label}>{running === 1 ? " request" : " requests"}</span>
          </span>
          {requests.some(({ cancelable }) => cancelable > 0) ? (
            <button
              type="button"
              className={styles.cancel}
              title="Cancel what is loading"
              onClick={cancelReads}
            >
              Cancel
            </button>
          ) : null}
        </span>
      ) : null}
      {account ? <RateLimit account={account.id} /> : null}
      <UserPipelines />
      <GroupDeletions />
      <span className={flow.grow} />
      {unsaved > 0 ? <span className={styles.item}>Saving drafts…</span> : null}
      <WatchesButton />
      <DownloadsButton />
      <button type="button" className={styles.item} onClick={openShortcutSheet}>
        <Icon of={Keyboard} size={13} />
        <span className={styles.label}>Shortcuts</span>
      </button>
    </footer>
  );
}

/** Shown only while little is left. */
function RateLimit({ account }: { readonly account: string }) {
  const limit = useHostState((state) => state.rateLimits[account]);
  if (!limit) return null;
  const { limit: all, remaining, resumesAt } = limit;
  const scarce = remaining !== null && (all === null ? remaining < 20 : remaining < all / 5);
  if (!resumesAt && !scarce) return null;
  return (
    <span className={styles.item}>
      <Icon of={Gauge} size={13} />
      {resumesAt ? (
        <>
          <span className={layout.ellipsis}>
            Rate limit reached; resumes <RelativeTime future time={resumesAt} />
          </span>
          <button
            type="button"
            className={styles.cancel}
            title="Send requests without waiting"
            onClick={() => void hostSend(rateLimitPath(account), "DELETE").catch(() => undefined)}
          >
            Try now
          </button>
        </>
      ) : (
        `${remaining} requests left`
      )}
    </span>
  );
}
