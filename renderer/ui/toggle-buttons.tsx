import type { ReactNode } from "react";
import styles from "./toggle-buttons.module.css";

/** Buttons side by side of which some are pressed, such as the states that a list can be filtered by. */
export const ToggleButtons = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <fieldset className={styles.group} aria-label={label}>
    {children}
  </fieldset>
);

interface ToggleButtonProps {
  readonly pressed: boolean;
  readonly onClick: () => void;
  /** A name, and how many there are. */
  readonly children: ReactNode;
}

export const ToggleButton = ({ pressed, onClick, children }: ToggleButtonProps) => (
  <button type="button" aria-pressed={pressed} className={styles.button} onClick={onClick}>
    {children}
  </button>
);
