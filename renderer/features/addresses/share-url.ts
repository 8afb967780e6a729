import { useHostState } from "../../state/host-state.ts";
import { accountOf, parseAddress } from "./parse-address.ts";
import { webUrl } from "./web-url.ts";

/** Origin of the app in the desktop shell. */
const desktopOrigin = "app://helve";

/**
 * Returns the URL to copy for an address of the app: that of its page on the web, which everyone can open. Where there is
 * none, as for the local service, it is the app's own, which {@link hrefOfAppUrl} reads.
 */
export const shareUrl = (href: string): string => webPageUrl(href) ?? location.origin + href;

/** Returns the URL of an address's page in the web interface of its service; null where there is none. */
export function webPageUrl(href: string): string | null {
  const id = accountOf(parseAddress(href));
  const account = useHostState.getState().accounts?.find((entry) => entry.id === id);
  return account?.kind === "remote" ? webUrl(href, account.url) : null;
}

/** Returns the address that a URL of the app itself names; null for any other text. */
export function hrefOfAppUrl(text: string): string | null {
  const url = text.trim();
  const origin = [location.origin, desktopOrigin].find((each) => url.startsWith(`${each}/`));
  const href = origin === undefined ? "" : url.slice(origin.length);
  return href !== "" && parseAddress(href).kind !== "unknown" ? href : null;
}
