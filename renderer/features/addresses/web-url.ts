import { useHostState } from "../../state/host-state.ts";
import { isOfProject } from "./define-view.ts";
import { readAddress } from "./hrefs.ts";
import { encoded, viewsOnWeb } from "./web-pages.ts";

/**
 * Returns the URL of an address's page in the web interface of a service, which `readWebLink` reads as that address; null
 * for what the app alone has. Search parameters that the web interface has no like for are left out.
 */
export function webUrl(href: string, service: string): string | null {
  const { pathname, search, hash } = new URL(href, "https://helve.invalid");
  const path = webPath(pathname + search + hash);
  return path === null ? null : service.replace(/\/+$/, "") + path;
}

function webPath(href: string): string | null {
  for (const page of viewsOnWeb().flatMap(({ pages }) => pages)) {
    const address = page.web && readAddress(page.path, href);
    if (!address) continue;
    const path = page.web?.(address) ?? null;
    const { project } = address.params;
    if (path === null || project === undefined || !isOfProject(page))
      return path === null ? null : `/${path}`;
    const isNumber = /^\d+$/.test(project);
    if (path === "") return isNumber ? `/projects/${project}` : `/${encoded(project)}`;
    // The web interface names a project by its path alone.
    return isNumber ? null : `/${encoded(project)}/-/${path}`;
  }
  return null;
}

/**
 * Returns the URL to copy for an address of the app: that of its page on the web, which everyone can open. Where there is
 * none, as for the local service, it is the app's own.
 */
export const shareUrl = (href: string): string => webPageUrl(href) ?? location.origin + href;

/** Returns the URL of an address's page in the web interface of its service; null where there is none. */
export function webPageUrl(href: string): string | null {
  const id = /^\/a\/([^/?#]+)/.exec(href)?.[1];
  const account = useHostState.getState().accounts?.find((entry) => encodeURIComponent(entry.id) === id);
  return account?.kind === "remote" ? webUrl(href, account.url) : null;
}
