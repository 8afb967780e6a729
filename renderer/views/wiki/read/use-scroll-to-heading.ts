import { type RefObject, useEffect } from "react";
import { scrollToAnchor } from "../../../ui/markdown/find-anchor.ts";
import type { RenderedPage } from "../../../workers/wiki/render-page.ts";

/** Scrolls to the heading in the URL's hash, once the page is rendered and when the hash changes. */
export function useScrollToHeading(
  scroller: RefObject<HTMLElement | null>,
  rendered: RenderedPage | null,
  hash: string,
): void {
  useEffect(() => {
    if (!rendered || hash === "") return;
    const frame = requestAnimationFrame(() => {
      scrollToAnchor(scroller.current, hash);
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, rendered, hash]);
}
