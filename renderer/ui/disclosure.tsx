import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

interface DisclosureProps {
  readonly summary: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Content that is collapsed at first, below its name. */
export const Disclosure = ({ summary, className, children }: DisclosureProps) => (
  <details className={cx(styles.disclosure, className)}>
    <summary>
      <Icon of={ChevronRight} size={14} /> {summary}
    </summary>
    {children}
  </details>
);
