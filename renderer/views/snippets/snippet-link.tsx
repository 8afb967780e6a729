import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { SnippetAddress } from "./snippet-address.ts";

interface SnippetLinkProps {
  readonly place: SnippetAddress;
  readonly className?: string | undefined;
  readonly title?: string;
  readonly children: ReactNode;
}

/** Leads to a snippet; `id` NaN to a new one. */
export function SnippetLink({ place: { account, project, id }, ...rest }: SnippetLinkProps) {
  const snippet = Number.isNaN(id) ? "new" : String(id);
  return project === null ? (
    <Link to="/a/$account/snippets/$snippet" params={{ account, snippet }} {...rest} />
  ) : (
    <Link to="/a/$account/p/$project/snippets/$snippet" params={{ account, project, snippet }} {...rest} />
  );
}

/** Leads to where a snippet is edited. */
export function SnippetEditLink({ place: { account, project, id }, ...rest }: SnippetLinkProps) {
  const snippet = String(id);
  return project === null ? (
    <Link to="/a/$account/snippets/$snippet/edit" params={{ account, snippet }} {...rest} />
  ) : (
    <Link
      to="/a/$account/p/$project/snippets/$snippet/edit"
      params={{ account, project, snippet }}
      {...rest}
    />
  );
}
