import { CloudOff, KeyRound, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useBanner } from "../../state/banners.ts";
import { useEdits } from "../../state/edits.ts";
import { type Connectivity, useHostState } from "../../state/host-state.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useLocationAccount } from "../navigation/use-app-location.ts";
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
  return { icon: CloudOff, text: connectivity.webPage ? signIn : <Offline since={connectivity.since} /> };
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

const Offline = ({ since }: { readonly since: string }) => (
  <>
    You're offline (<RelativeTime time={since} />
    ). Pages you visited are still available.
  </>
);
