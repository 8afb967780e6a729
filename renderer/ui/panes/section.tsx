import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Icon } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./section.module.css";

interface SectionProps
  extends Optional<{
    className: string;
  }> {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Section({ title, description, actions, children, className }: SectionProps) {
  const id = useId();
  return (
    <section className={cx(styles.section, className)} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h2 id={id}>{title}</h2>
          {description ? <p className={styles.description}>{description}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

interface DisclosureProps
  extends Optional<{
    className: string;
    /** Called when it opens or closes, for content that is made once it is shown. */
    onToggle: (open: boolean) => void;
  }> {
  readonly summary: string;
  readonly children: ReactNode;
}

/** Content that is collapsed at first, below its name. */
export const Disclosure = ({ summary, className, onToggle, children }: DisclosureProps) => (
  <details
    className={cx(styles.disclosure, className)}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
  >
    <summary>
      <Icon of={ChevronRight} size={14} /> {summary}
    </summary>
    {children}
  </details>
);
