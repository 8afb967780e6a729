import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { Compass, Globe } from "lucide-react";
import { useEffect } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { readWebPath, resolveWebLink } from "../../features/addresses/web-link.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { useCurrentAccount } from "../navigation/app-location.ts";
import { openInBrowser } from "../navigation/open-in-browser.ts";
import { ViewPending } from "./view-pending.tsx";

/** An address without a view. A path of the current account's service, such as `/group/project/-/tree/main`, is opened. */
export function NotFound() {
  const client = useQueryClient();
  const { history } = useRouter();
  const account = useCurrentAccount();
  const href = useLocation({ select: (location) => location.href });
  const link = account ? readWebPath(href, account, null) : null;
  const isPage = link?.kind === "page";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link follows from the address
  useEffect(() => {
    if (link?.kind !== "page") return;
    let left = false;
    void resolveWebLink(client, link).then((found) => left || history.replace(found));
    return () => {
      left = true;
    };
  }, [client, history, href, isPage]);
  if (isPage) return <ViewPending />;
  return (
    <EmptyState
      page
      icon={Compass}
      title="Page not found"
      description={
        link
          ? `Helve has no page for “${link.page}”.`
          : "The address may be incomplete, or from a newer version of Helve."
      }
      actions={
        <>
          {link ? (
            <Button icon={Globe} onClick={() => openInBrowser(link.url)}>
              Open in browser
            </Button>
          ) : null}
          <Button asChild>
            <AppLink href={link?.nearest ?? hrefs.home}>{link ? "Open project" : "Back to Home"}</AppLink>
          </Button>
        </>
      }
    />
  );
}
