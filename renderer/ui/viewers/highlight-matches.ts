import { runSpans, type Span } from "./pdf-text.ts";
import type { FoundPage } from "./use-pdf-search.ts";

/** Names of the highlights in the style sheet. */
const names = { match: "pdf-match", current: "pdf-current-match" } as const;

/**
 * Highlights what was found on a page in its layer of text, whose elements are the page's runs. Returns the element of the
 * current match, if it is on this page, and a function that removes the highlights.
 */
export function highlightMatches(
  runs: readonly HTMLElement[],
  { text, spans }: FoundPage,
  current: Span | null,
): { readonly element: Element | null; readonly remove: () => void } {
  const added: (() => void)[] = [];
  let element: Element | null = null;
  for (const span of spans) {
    const isCurrent = current?.start === span.start && current.end === span.end;
    for (const { run, start, end } of runSpans(text, span)) {
      const node = runs[run]?.firstChild;
      if (!(node instanceof Text)) continue;
      const range = new Range();
      range.setStart(node, Math.min(start, node.length));
      range.setEnd(node, Math.min(end, node.length));
      if (isCurrent) element ??= node.parentElement;
      const highlight = highlightOf(isCurrent ? names.current : names.match);
      highlight.add(range);
      added.push(() => highlight.delete(range));
    }
  }
  return {
    element,
    remove: () => {
      for (const undo of added) undo();
    },
  };
}

/** The highlight of a name, which all open documents share. */
function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
