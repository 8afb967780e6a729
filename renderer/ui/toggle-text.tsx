import type { ReactNode } from "react";
import styles from "./toggle.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface ToggleTextProps {
  /** Id of the control that it belongs to. */
  readonly id: string;
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
}

/** Label and description of a checkbox or switch. */
export function ToggleText({ id, label, hideLabel = false, description }: ToggleTextProps) {
  const text = (
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
  );
  return (
    <div className={styles.text}>
      {hideLabel ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      {description ? (
        <span id={descriptionId(id)} className={styles.description}>
          {description}
        </span>
      ) : null}
    </div>
  );
}

/** Returns the id of a control's description, for `aria-describedby`. */
export const descriptionId = (id: string): string => `${id}-description`;
