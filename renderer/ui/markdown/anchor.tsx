import type { ComponentProps, MouseEvent } from "react";
import styles from "./markdown.module.css";
import { type MarkdownContext, type Reference, referenceOf } from "./markdown-links.ts";

/** Props of a rendered element; the tree's node itself is not passed on. */
export interface ElementProps {
  readonly context: MarkdownContext;
  readonly node?: unknown;
}

/** A link of a document, or a target of links. */
export function Anchor({ context, node: _, href, children, ...rest }: ComponentProps<"a"> & ElementProps) {
  // A target of links, such as `<a name="install"></a>`.
  if (href === undefined) return <a {...rest}>{children}</a>;
  const links = context.links();
  const named = children === href ? links.nameAddress?.(href) : null;
  if (named?.reference && links.Reference) {
    return <links.Reference {...named.reference}>{named.label}</links.Reference>;
  }
  const target: Reference = named ? { kind: "view", href: named.href } : referenceOf(links, href);
  if (target.kind === "none") return <span {...rest}>{children}</span>;
  if (target.kind === "external" || target.kind === "upload") {
    return (
      <a {...rest} href={target.url} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const fragment = target.kind === "fragment" ? target.id.replace(/^user-content-/, "") : null;
  const address =
    target.kind === "view"
      ? target.href
      : target.kind === "file"
        ? links.linkTo(target.path, target.hash)
        : (links.headingHref?.(fragment ?? "") ?? `#${fragment}`);
  const missing = target.kind === "file" ? target.missing : undefined;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (fragment === null || links.headingHref) context.links().onNavigate(address);
    if (fragment !== null) scrollToAnchor(context.root.current, fragment);
  };
  return (
    <a
      {...rest}
      href={address}
      onClick={onClick}
      {...(missing ? { title: missing, className: styles.missing } : {})}
    >
      {named ? named.label : children}
    </a>
  );
}

/**
 * Scrolls to the heading, or other target of links, that an id names within a rendered document. Ids of services whose hyphens
 * are not joined are found, too. Returns whether there is one.
 */
export function scrollToAnchor(root: HTMLElement | null, id: string): boolean {
  const written = id.replace(/^user-content-/, "");
  const names = [written, written.toLowerCase(), written.toLowerCase().replace(/-{2,}/g, "-")];
  const target = names
    .map((name) => CSS.escape(`user-content-${name}`))
    .map((name) => root?.querySelector(`[id="${name}"], a[name="${name}"]`))
    .find((found) => found);
  openDetails(target);
  target?.scrollIntoView({ block: "start" });
  return target !== undefined && target !== null;
}

/** Opens the folded sections that an element is in. */
function openDetails(element: Element | null | undefined): void {
  for (let at = element?.closest("details"); at; at = at.parentElement?.closest("details")) at.open = true;
}
