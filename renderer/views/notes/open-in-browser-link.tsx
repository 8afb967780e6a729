import { ExternalLink } from "lucide-react";
import { webPageUrl } from "../../features/addresses/share-url.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Link to the page of an address in the service's web interface; nothing where there is none. */
export function OpenInBrowserLink({ href }: { readonly href: string }) {
  const url = webPageUrl(href);
  if (!url) return null;
  return (
    <Button asChild>
      <a href={url} target="_blank" rel="noopener noreferrer">
        <Icon of={ExternalLink} /> Open in browser
      </a>
    </Button>
  );
}
