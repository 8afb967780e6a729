import { CloudOff, KeyRound, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { accountOf } from "../../features/addresses/parse-address.ts";
import { useEdits } from "../../state/edits.ts";
import { useHostState } from "../../state/host-state.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useAppLocation } from "../navigation/use-app-location.ts";
import styles from "./banner.module.css";

/** One line above the view for a lasting state: no host, unsaved drafts, offline, a token that ended. */
export function Banner() {
  const account = accountOf(useAppLocation());
  const connected = useHostState((state) => state.connected);
  const connectivity = useHostState((state) => (account ? state.connectivity[account] : undefined));
  const failure = useEdits((state) => state.failure);
  if (connected === false) {
    return (
      <Line icon={Unplug}>
        Helve's background process does not respond. Helve keeps trying; what you type stays on this page.
      </Line>
    );
  }
  if (failure) {
    return <Line icon={Unplug}>Your latest changes are not saved yet. Helve keeps trying: {failure}</Line>;
  }
  if (connectivity?.state === "unauthorized") {
    return (
      <Line icon={KeyRound}>
        The service no longer accepts this account's token.{" "}
        <Link asChild>
          <AppLink href={hrefs.accounts}>Enter a new token</AppLink>
        </Link>
      </Line>
    );
  }
  if (connectivity?.state === "offline" && connectivity.webPage) {
    return (
      <Line icon={CloudOff}>
        This network asks you to sign in. Helve reconnects by itself afterwards; pages you visited are still
        available.
      </Line>
    );
  }
  if (connectivity?.state === "offline") {
    return (
      <Line icon={CloudOff}>
        You're offline (<RelativeTime time={connectivity.since} />
        ). Pages you visited are still available.
      </Line>
    );
  }
  return null;
}

const Line = ({ icon, children }: { readonly icon: IconType; readonly children: ReactNode }) => (
  <div className={styles.banner} role="status">
    <Icon of={icon} size={14} />
    <span>{children}</span>
  </div>
);
