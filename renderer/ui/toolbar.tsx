import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "./class-names.ts";
import styles from "./toolbar.module.css";

export interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** As a line of its own across the place. */
  readonly bar?: boolean;
  readonly className?: string;
}

const reachable = 'button:not(:disabled), a[href], [role="combobox"]';

/** Actions in one line; left and right arrows move between its buttons. */
export function Toolbar({ label, children, bar = false, className }: ToolbarProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const from = event.target;
    if (step === 0 || !(from instanceof HTMLElement) || from.matches('input, textarea, [role="radio"]'))
      return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(reachable)];
    const next = stops[stops.indexOf(from) + step];
    if (!stops.includes(from) || !next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={label}
      className={cx(styles.toolbar, bar && styles.padded, className)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** Pushes what follows to the end of the line. */
export const ToolbarSpacer = () => <span className={styles.spacer} />;
