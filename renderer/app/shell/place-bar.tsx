import { useLocation } from "@tanstack/react-router";
import { Link2 } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { createStore } from "zustand/vanilla";
import { isListOfAccount } from "../../features/accounts/account-lists.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { shareUrl } from "../../features/addresses/web-url.ts";
import { useAccountLabel, useAccounts } from "../../state/host-state.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Breadcrumbs } from "../../ui/panes/breadcrumbs.tsx";
import { useAppLocation, useLocationDescription } from "../navigation/app-location.ts";
import styles from "./app-frame.module.css";

/** Number of heads on the page that show the place themselves. */
const heads = createStore<{ readonly count: number }>(() => ({ count: 0 }));

function registerHead(): () => void {
  const add = (change: 1 | -1) => heads.setState(({ count }) => ({ count: count + change }));
  add(1);
  return () => add(-1);
}

/**
 * Returns the crumbs of the current location; the account is the first where there are several, unless the page switches
 * between them.
 */
function useCrumbs() {
  const { crumbs } = useLocationDescription();
  const href = useLocation({ select: ({ pathname }) => pathname });
  const hasSwitch = useAccounts().length > 1 && isListOfAccount(href);
  const location = useAppLocation();
  const label = useAccountLabel();
  // A project of the same path may be on another service too.
  const account = location.kind === "project" ? label(location.account) : null;
  return account && location.kind === "project"
    ? [{ label: account, href: hrefs.projects(location.account) }, ...crumbs]
    : hasSwitch
      ? crumbs.slice(1)
      : crumbs;
}

/** Crumbs that lead to the page. */
function PlacePath() {
  const crumbs = useCrumbs().slice(0, -1);
  const items = crumbs.map(({ label, href }) => ({
    key: `${href} ${label}`,
    content: <AppLink href={href}>{label}</AppLink>,
  }));
  return items.length > 0 ? <Breadcrumbs items={items} leads /> : null;
}

/** Copies the address of the page. */
function PlaceLink() {
  const href = useLocation({ select: (location) => location.href });
  return <CopyButton text={() => shareUrl(href)} label="Copy link" icon={Link2} />;
}

/** The place, for the heads of pages. It is the same all the time: what it consists of follows the route. */
export const place = { path: <PlacePath />, link: <PlaceLink />, enter: registerHead };

/** Breadcrumbs of a page without a header of its own. */
export function PlaceBar() {
  const [isShown, setShown] = useState(true);
  // Before the page's header is there, since a hook of the store follows it only after the first paint of both.
  useLayoutEffect(() => {
    const follow = () => setShown(heads.getState().count === 0);
    follow();
    return heads.subscribe(follow);
  }, []);
  return isShown ? <PlaceLine /> : null;
}

/** Header of a page that is not loaded yet: in the page, which therefore does not move when its own header comes. */
export function PendingHeader() {
  useLayoutEffect(registerHead, []);
  return <PlaceLine />;
}

function PlaceLine() {
  const crumbs = useCrumbs();
  const items = crumbs.map(({ label, href }, index) => ({
    key: `${href} ${label}`,
    content: index === crumbs.length - 1 ? label : <AppLink href={href}>{label}</AppLink>,
  }));
  return (
    <div className={styles.line} data-place>
      <Breadcrumbs items={items} />
      <span className={styles.copy}>
        <PlaceLink />
      </span>
    </div>
  );
}
