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
