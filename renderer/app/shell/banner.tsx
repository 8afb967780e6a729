import { useQueryClient } from "@tanstack/react-query";
import { Archive, CloudOff, KeyRound, ListX, Unplug } from "lucide-react";
import { type ReactNode, useCallback, useRef, useSyncExternalStore } from "react";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { callHost } from "../../api/fetch-host.ts";
import { retryGaps, type VisibleGap, visibleGap } from "../../api/list-gap.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useBanner } from "../../state/banners.ts";
import { useEdits } from "../../state/edits.ts";
import { type Connectivity, useAccount, useHostState } from "../../state/host-state.ts";
import { Button, Link } from "../../ui/buttons/button.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { useLocationAccount } from "../navigation/app-location.ts";
import styles from "./banner.module.css";

/** One line above the view for a lasting state: no host, unsaved drafts, offline, a token that ended. */
export function Banner() {
  const account = useLocationAccount();
  const connected = useHostState((state) => state.connected);
  const connectivity = useHostState((state) => (account ? state.connectivity[account] : undefined));
  const failure = useEdits((state) => state.failure);
  const line = lineOf(connected, failure, connectivity);
  const isShown = useBanner("connection", line !== null);
  if (!line || !isShown) return null;
  return (
    <div className={styles.banner} role="status">
      <Icon of={line.icon} size={14} />
      <span>{line.text}</span>
    </div>
  );
}

interface Line {
  readonly icon: IconType;
  readonly text: ReactNode;
}

function lineOf(
  connected: boolean | null,
  failure: string | null,
  connectivity: Connectivity | undefined,
): Line | null {
  if (connected === false) {
    const text =
      "Helve's background process does not respond. Helve keeps trying; what you type stays on this page.";
    return { icon: Unplug, text };
  }
  if (failure) {
    return { icon: Unplug, text: `Your latest changes are not saved yet. Helve keeps trying: ${failure}` };
  }
  if (connectivity?.state === "unauthorized") return { icon: KeyRound, text: <TokenEnded /> };
  if (connectivity?.state !== "offline") return null;
  return { icon: CloudOff, text: connectivity.webPage ? signIn : <Offline connectivity={connectivity} /> };
}

const signIn =
  "This network asks you to sign in. Helve reconnects by itself afterwards; pages you visited are still available.";

const TokenEnded = () => (
  <>
    The service no longer accepts this account's token.{" "}
    <Link asChild>
      <AppLink href={hrefs.accounts}>Enter a new token</AppLink>
    </Link>
  </>
);

/** Names the service that is away, since when, and when it is tried again. */
function Offline({ connectivity }: { readonly connectivity: Connectivity }) {
  const { accountId, since, retriesAt } = connectivity;
  const account = useAccount(accountId);
  const host = account ? new URL(account.url).host : "The service";
  return (
    <>
      <bdi>{host}</bdi> cannot be reached (lost <RelativeTime time={since} />
      ). Pages you visited are still available.{" "}
      {retriesAt ? (
        <>
          Next attempt <RelativeTime future time={retriesAt} />.{" "}
        </>
      ) : (
        "Trying again… "
      )}
      <Button
        size="s"
        variant="ghost"
        disabled={!retriesAt}
        onClick={() => void callHost(accountRoutes.reconnect, { id: accountId }).catch(() => undefined)}
      >
        Try now
      </Button>
    </>
  );
}

interface ArchivedNoticeProps {
  readonly account: string;
  readonly project: string;
}

/** One line above the views of an archived project: why nothing in them can be changed, and where that ends. */
export function ArchivedNotice({ account, project }: ArchivedNoticeProps) {
  const isShown = useBanner("archived", true);
  if (!isShown) return null;
  return (
    <div className={styles.banner} role="status">
      <Icon of={Archive} size={14} />
      <span>
        This project is archived: it can be read, and nothing in it can be changed. Owners unarchive it in its{" "}
        <Link asChild>
          <AppLink href={hrefs.project(account, project, "settings")}>settings</AppLink>
        </Link>
        .
      </span>
    </div>
  );
}

/** Milliseconds for which changes of the cache are batched: a new view makes hundreds, and each query is checked. */
const batchMs = 50;

/** One line above the view when a list in it could not be completed: how much is there, and why not more. */
export function ListGapNotice() {
  const account = useLocationAccount();
  const client = useQueryClient();
  const last = useRef<VisibleGap | null>(null);
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const scheduleCheck = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          changed();
        }, batchMs);
      };
      const unsubscribe = client.getQueryCache().subscribe(scheduleCheck);
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
    [client],
  );
  const gap = useSyncExternalStore(
    subscribe,
    () => {
      const found = account ? visibleGap(client, account) : null;
      // The same object while nothing changes, as `useSyncExternalStore` requires.
      if (JSON.stringify(found) !== JSON.stringify(last.current)) last.current = found;
      return last.current;
    },
    () => null,
  );
  const retry = useSubmit(() => retryGaps(client));
  const isShown = useBanner("list", gap !== null);
  if (!gap || !isShown) return null;
  return (
    <div className={styles.banner} role="status">
      <Icon of={ListX} size={14} />
      <span>
        This list is incomplete: {amount(gap)} loaded. {reason(gap)}
      </span>
      <Button size="s" loading={retry.isPending} onClick={retry.submit}>
        Retry
      </Button>
    </div>
  );
}

function amount({ have, total, entries }: VisibleGap): string {
  const isPlausible = total !== null && total > have && total < 10_000_000;
  const many = entries.replaceAll("_", " ");
  const what = (isPlausible ? total : have) === 1 ? singular(many) : many;
  return isPlausible
    ? `${have.toLocaleString()} of ${total.toLocaleString()} ${what}`
    : `${have.toLocaleString()} ${what}`;
}

/** Returns the singular of a name of entries, such as `branch` of `branches`. */
const singular = (many: string): string => many.replace(/ies$/, "y").replace(/(?<=ch|us)es$|(?<!s|u)s$/, "");

function reason({ reason, message }: VisibleGap): string {
  if (reason === "repeats") return "The service repeated a page or its entries.";
  if (reason === "short") return "The service counts more than it sent.";
  if (reason === "too_large") return "It is larger than Helve loads at once.";
  if (reason === "endless") return "The service reported more pages than it has.";
  return message || "A page could not be loaded.";
}
