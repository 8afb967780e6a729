import type { ReactNode } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { SnippetAddress } from "./model/snippet-address.ts";

interface SnippetLinkProps {
  readonly address: SnippetAddress;
  readonly className?: string | undefined;
  readonly title?: string;
  readonly children: ReactNode;
}

/** Link to a snippet; `id` NaN for a new one. */
export const SnippetLink = ({ address: { account, project, id }, ...rest }: SnippetLinkProps) => (
  <AppLink href={hrefs.snippet(account, project, Number.isNaN(id) ? "new" : id)} {...rest} />
);

/** Link to the editor of a snippet. */
export const SnippetEditLink = ({ address: { account, project, id }, ...rest }: SnippetLinkProps) => (
  <AppLink href={hrefs.snippetEdit(account, project, id)} {...rest} />
);
