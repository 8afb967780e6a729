import { createContext, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cx } from "../theme/class-names.ts";
import styles from "./persistent-pane.module.css";

interface PersistentPaneProps {
  readonly shown: boolean;
  readonly children: ReactNode;
}

/** Visibility of the surrounding pane. */
export const PaneShownContext = createContext(true);

/**
 * Fills its parent, which is positioned and isolated, with content that stays laid out while it is hidden, so that
 * showing it only paints. Its content has to be inert while it is hidden.
 */
export function PersistentPane({ shown, children }: PersistentPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  useHiddenLayout(pane, shown);
  return (
    <div ref={pane} className={cx(styles.pane, !shown && styles.away)}>
      <PaneShownContext value={shown}>{children}</PaneShownContext>
    </div>
  );
}

/** Lays out hidden content in idle time after each change: the browser skips it until its size is read. */
function useHiddenLayout(pane: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    const element = pane.current;
    if (shown || !element) return;
    let handle = 0;
    const layOut = () => {
      cancelIdleCallback(handle);
      handle = requestIdleCallback(() => element.firstElementChild?.getBoundingClientRect());
    };
    layOut();
    const observer = new MutationObserver(layOut);
    observer.observe(element, { attributes: true, childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelIdleCallback(handle);
    };
  }, [pane, shown]);
}
