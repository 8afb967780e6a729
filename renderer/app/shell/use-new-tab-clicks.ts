import { useEffect } from "react";
import { openTab } from "../../state/tabs.ts";

/** Makes a middle click, or a click with Ctrl or Command, on any link of the app open a tab in the background. */
export function useNewTabClicks(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const wanted = event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey));
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!wanted || !(link instanceof HTMLAnchorElement)) return;
      const inApp = link.origin === window.location.origin && !link.pathname.startsWith("/-/");
      if (!inApp || link.hasAttribute("download") || link.target === "_blank") return;
      event.preventDefault();
      event.stopPropagation();
      openTab(link.pathname + link.search + link.hash, { background: !event.shiftKey });
    };
    document.addEventListener("click", onClick, true);
    document.addEventListener("auxclick", onClick, true);
    return () => {
      document.removeEventListener("click", onClick, true);
      document.removeEventListener("auxclick", onClick, true);
    };
  }, []);
}
