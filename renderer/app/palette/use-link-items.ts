import { useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Globe } from "lucide-react";
import { accountOf, parseAddress } from "../../features/addresses/parse-address.ts";
import { resolveWebLink } from "../../features/addresses/resolve-web-link.ts";
import { hrefOfAppUrl } from "../../features/addresses/share-url.ts";
import { lostText, readWebLink, readWebPath, type WebLink } from "../../features/addresses/web-link.ts";
import { useAccountLabel } from "../../state/account-label.ts";
import { useAccounts } from "../../state/host-state.ts";
import { describeLocation } from "../navigation/describe-location.ts";
import { openInBrowser } from "../navigation/open-in-browser.ts";
import { useAccountName, useAppLocation, useCurrentAccount } from "../navigation/use-app-location.ts";
import type { PaletteItem } from "./palette-item.ts";

/** Items for a pasted link to a service's web interface or to a page of the app; null for any other text. */
export function useLinkItems(text: string): readonly PaletteItem[] | null {
  const client = useQueryClient();
  const accounts = useAccounts();
  const account = useCurrentAccount();
  const location = useAppLocation();
  const accountName = useAccountName();
  const label = useAccountLabel();
  const isUrl = /^(https?|helve|app):\/\//.test(text.trim());
  const project = location.kind === "project" ? location.project : null;
  const link: WebLink | null = isUrl
    ? readWebLink(text, accounts)
    : account
      ? readWebPath(text, account, project)
      : null;
  const nameOf = (href: string): string => {
    const target = parseAddress(href);
    const { crumbs } = describeLocation(target, accountName);
    const owner = accountOf(target);
    return [...(owner ? [label(owner)] : []), ...crumbs.map((crumb) => crumb.label)]
      .filter(Boolean)
      .join(" / ");
  };
  const open = (
    href: string,
    target: PaletteItem["target"],
    lost: readonly string[] = [],
  ): readonly PaletteItem[] => [
    {
      id: "link",
      label: "Open this link in Helve",
      hint: [nameOf(href), lostText(lost)].filter(Boolean).join(" · "),
      icon: ExternalLink,
      target,
    },
  ];
  const own = hrefOfAppUrl(text);
  if (own !== null) return open(own, { href: own });
  if (!link) return isUrl ? [] : null;
  if (link.kind === "page") {
    return open(link.href, { find: () => resolveWebLink(client, link) }, link.lost);
  }
  return [
    {
      id: "link.browser",
      label: "Open in browser",
      hint: `Helve has no page for “${link.page}”`,
      icon: Globe,
      target: { run: () => openInBrowser(link.url) },
    },
    {
      id: "link.nearest",
      label: `Open ${nameOf(link.nearest)}`,
      icon: ExternalLink,
      target: { href: link.nearest },
    },
  ];
}
