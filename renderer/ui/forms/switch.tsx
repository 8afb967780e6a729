import { type ReactNode, useId } from "react";
import styles from "../buttons/toggle.module.css";
import { cx } from "../theme/class-names.ts";
import { descriptionId, ToggleText } from "./checkbox.tsx";

interface SwitchProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A setting that takes effect at once: text at the left, the switch at the right. */
export function Switch({ label, description, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  const state = checked ? "checked" : "unchecked";
  return (
    <div className={cx(styles.row, styles.between)}>
      <ToggleText {...{ id, label, description }} />
      <button
        type="button"
        id={id}
        role="switch"
        className={styles.track}
        aria-checked={checked}
        aria-describedby={description ? descriptionId(id) : undefined}
        data-state={state}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      >
        <span className={styles.thumb} data-state={state} />
      </button>
    </div>
  );
}
