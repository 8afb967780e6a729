import { type ReactNode, useEffect, useRef } from "react";
import styles from "./tab-links.module.css";

interface TabLinksProps {
  /** Accessible name of the tabs; not shown. */
  readonly label: string;
  /** Links; the current one has `aria-current="page"`. */
  readonly children: ReactNode;
}

/** The parts of one thing, each with an address of its own, in a line above its content. */
export function TabLinks({ label, children }: TabLinksProps) {
  const line = useRef<HTMLElement>(null);
  const shown = useRef<Element | null>(null);
  // In a narrow window they go on beyond its edge.
  useEffect(() => {
    const current = line.current?.querySelector('[aria-current="page"]') ?? null;
    if (current !== shown.current) current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    shown.current = current;
  });
  return (
    <nav ref={line} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
