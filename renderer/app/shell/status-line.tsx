import { useQueryClient } from "@tanstack/react-query";
import { Gauge, Keyboard, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { type Account, accountRoutes } from "../../../shared/host/accounts.ts";
import { callHost } from "../../api/fetch-host.ts";
import { cancelReads } from "../../api/fetch-operation.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { useIsQuiet } from "../../api/quiet-context.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isActiveStatus, StatusIcon, statusStyle } from "../../features/ci/ci-status.tsx";
import { pipelineName, useLivePipelines } from "../../features/ci/use-live-pipelines.ts";
import { useDeletionProgress } from "../../features/group-tree/use-deletion-progress.ts";
import { announce } from "../../state/announce.ts";
import { useEdits } from "../../state/edits.ts";
import { endGroupDeletion, type GroupDeletion, useGroupDeletions } from "../../state/group-deletions.ts";
import {
  accountIdentity,
  type Requests,
  useAccount,
  useAccounts,
  useHostState,
} from "../../state/host-state.ts";
import { Icon } from "../../ui/marks/icon.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { Spinner } from "../../ui/states/progress.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { DownloadsButton } from "../downloads/downloads-button.tsx";
import { useAppLocation, useCurrentAccount } from "../navigation/app-location.ts";
import { openShortcutSheet } from "../shortcuts/use-shortcuts.tsx";
import styles from "../status/status-line.module.css";
import { WatchesButton } from "../watches/watches-button.tsx";

/** The foot of the window: account, connectivity, running work, limits, drafts, shortcuts. */
export function StatusLine() {
  const account = useCurrentAccount();
  const unsaved = useEdits((state) => state.unsaved);
  return (
    <footer className={styles.line}>
      {account ? <AccountStatus account={account} /> : null}
      <RunningRequests />
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

/** The requests to the services of all accounts: by itself, since it changes with each request. */
function RunningRequests() {
  const accounts = useAccounts();
  // A view may read of several accounts.
  const byAccount = useHostState((state) => state.requests);
  const requests = accounts.flatMap((entry) => byAccount[entry.id] ?? []);
  const running = requests.reduce((sum, { running, queued }) => sum + running + queued, 0);
  if (running === 0) return null;
  return (
    <span className={styles.item}>
      <Spinner size={11} />
      <span>
        {running}
        <span className={styles.label}>{running === 1 ? " request" : " requests"}</span>
      </span>
      <LongestWait requests={requests} />
      {requests.some(({ cancelable }) => cancelable > 0) ? (
        <button type="button" className={styles.cancel} title="Cancel what is loading" onClick={cancelReads}>
          Cancel
        </button>
      ) : null}
    </span>
  );
}

/** The current account and its connection. */
function AccountStatus({ account }: { readonly account: Account }) {
  const accounts = useAccounts();
  const status = useConnectionStatus(account.id);
  return (
    <AppLink href={hrefs.accounts} className={styles.item}>
      <ConnectionDot status={status} />
      <span className={layout.ellipsis}>{accountIdentity(accounts, account)}</span>
      {status.isShown ? <span className={layout.ellipsis}>{status.text}</span> : null}
    </AppLink>
  );
}

/** The request that a service has not responded to for longest: what it reads or does, and for how long. */
function LongestWait({ requests }: { readonly requests: readonly Requests[] }) {
  const accounts = useAccounts();
  const waits = requests.flatMap(({ accountId, waiting }) => (waiting ? [{ accountId, ...waiting }] : []));
  const [longest] = waits.sort((a, b) => (a.since < b.since ? -1 : 1));
  const seconds = useSecondsSince(longest?.since);
  const account = accounts.find(({ id }) => id === longest?.accountId);
  if (!longest || !account) return null;
  return (
    <span className={layout.ellipsis}>
      Waiting for <bdi>{new URL(account.url).host}</bdi> for {seconds} s: {longest.what}
    </span>
  );
}

/** Returns the whole seconds since an ISO time. */
function useSecondsSince(since: string | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (since === undefined) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [since]);
  return since === undefined ? 0 : Math.max(0, Math.round((now - Date.parse(since)) / 1_000));
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
            onClick={() => void callHost(accountRoutes.liftRateLimit, { id: account }).catch(() => undefined)}
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

/** Milliseconds for which a failure is shown. */
const recentMs = 24 * 3_600_000;

/** The user's running pipelines in the current project, else the last one where it failed. */
function UserPipelines() {
  const location = useAppLocation();
  const here = location.kind === "project" ? location : null;
  const account = useAccount(here?.account ?? null);
  const username = account?.check?.user.username;
  const isQuiet = useIsQuiet();
  const input = isQuiet && here && username ? { id: here.project, username, per_page: 10 } : null;
  const { data } = useLivePipelines(input, here?.account);
  if (!here || !data) return null;
  const active = data.filter(({ status }) => isActiveStatus(status));
  const last = data[0];
  const failed =
    last?.status === "failed" && Date.now() - Date.parse(last.updated_at ?? "") < recentMs ? last : undefined;
  const shown = active[0] ?? failed;
  if (!shown) return null;
  const href =
    active.length > 1
      ? hrefs.project(here.account, here.project, "pipelines")
      : hrefs.pipeline(here.account, here.project, String(shown.id));
  return (
    <AppLink href={href} className={styles.item}>
      <StatusIcon status={shown.status} size={13} decorative />
      <span className={styles.label}>
        {active.length > 1
          ? `${active.length} of your pipelines run`
          : `Your ${pipelineName(shown).replace("P", "p")}: ${statusStyle(shown.status).word.toLowerCase()}`}
      </span>
    </AppLink>
  );
}

/** An account's connection status as a word and a colour. */
export interface ConnectionStatus {
  readonly text: string;
  readonly tone: "good" | "bad" | "attention" | "unknown";
  /** Whether the word is beside the dot. */
  readonly isShown: boolean;
}

const statuses = {
  online: { text: "online", tone: "good", isShown: false },
  offline: { text: "offline", tone: "bad", isShown: true },
  unauthorized: { text: "token not accepted", tone: "attention", isShown: true },
  unknown: { text: "not connected yet", tone: "unknown", isShown: false },
  // The status line says what for.
  waiting: { text: "does not respond", tone: "attention", isShown: false },
} as const;

/** Returns how the state of a connection is shown; undefined is one that is not known yet. */
const connectionStatusOf = (state: keyof typeof statuses | undefined): ConnectionStatus =>
  statuses[state ?? "unknown"];

/** Returns how an account's connection is shown. */
export function useConnectionStatus(account: string): ConnectionStatus {
  const state = useHostState(({ connectivity }) => connectivity[account]?.state);
  const isWaiting = useHostState(({ requests }) => !!requests[account]?.waiting);
  return connectionStatusOf(isWaiting && state !== "offline" && state !== "unauthorized" ? "waiting" : state);
}

/** The dot; a ring when offline, so that colour is not alone. */
export const ConnectionDot = ({
  status,
  className,
}: {
  readonly status: ConnectionStatus;
  readonly className?: string;
}) => (
  <span
    className={cx(styles.dot, styles[status.tone], className)}
    role="img"
    aria-label={status.text}
    title={status.text}
  />
);

/** The status bar's groups that a service is deleting. */
function GroupDeletions() {
  const deletions = useGroupDeletions();
  const accounts = useAccounts();
  return deletions
    .filter(({ account }) => accounts.some(({ id }) => id === account))
    .map((deletion) => <Deletion key={`${deletion.account} ${deletion.id}`} deletion={deletion} />);
}

function Deletion({ deletion }: { readonly deletion: GroupDeletion }) {
  const { account, id, path, projects } = deletion;
  const { isGone, left } = useDeletionProgress(account, id);
  const client = useQueryClient();
  useEffect(() => {
    if (!isGone) return;
    endGroupDeletion(deletion);
    toast.success(`Deleted ${path}`);
    announce(`Deleted ${path}`);
    void invalidateResources(client, account, ["groups", "projects"]);
  }, [isGone, deletion, path, account, client]);
  return (
    <span className={styles.item}>
      <Icon of={Trash2} size={13} />
      <span className={layout.ellipsis}>
        Deleting {path}
        {left !== null && projects ? ` · ${left} of ${projects} projects left` : ""}
      </span>
    </span>
  );
}
