import { useLocation } from "@tanstack/react-router";
import { Link2 } from "lucide-react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { shareUrl } from "../../features/addresses/share-url.ts";
import { useAccountLabel } from "../../state/account-label.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useAppLocation, useLocationDescription } from "../navigation/use-app-location.ts";
import styles from "./crumb-line.module.css";

/** Breadcrumbs of the current location, and a button that copies its address. */
export function CrumbLine() {
  const { crumbs } = useLocationDescription();
  const href = useLocation({ select: (location) => location.href });
  const location = useAppLocation();
  const label = useAccountLabel();
  // A project of the same path may be on another service too.
  const account = location.kind === "project" ? label(location.account) : null;
  const first =
    account && location.kind === "project"
      ? [{ label: account, href: hrefs.projects(location.account) }]
      : [];
  const items = [...first, ...crumbs].map(({ label, href: target }, index) => ({
    key: `${target} ${label}`,
    content: index === first.length + crumbs.length - 1 ? label : <AppLink href={target}>{label}</AppLink>,
  }));
  return (
    <div className={styles.line}>
      <Breadcrumbs items={items} />
      <span className={styles.copy}>
        <CopyButton text={shareUrl(href)} label="Copy link" icon={Link2} />
      </span>
    </div>
  );
}
