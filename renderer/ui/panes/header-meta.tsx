import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../buttons/button.tsx";
import styles from "./header-meta.module.css";

/** One line of details: what has no room is cut, and shown on rows of its own by a button. */
export function HeaderMeta({ children }: { readonly children: ReactNode }) {
  const parts = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { current } = parts;
    if (!current || isOpen) return;
    const measure = () => setCut(current.scrollWidth > current.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    for (const part of current.children) observer.observe(part);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className={styles.meta} data-cut={(isCut && !isOpen) || undefined} data-open={isOpen || undefined}>
      <div ref={parts} className={styles.parts}>
        {children}
      </div>
      {isCut || isOpen ? (
        <IconButton
          label={isOpen ? "Hide details" : "Show details"}
          icon={isOpen ? ChevronUp : ChevronDown}
          size="s"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      ) : null}
    </div>
  );
}
