import { type ReactNode, useId } from "react";
import styles from "../buttons/toggle.module.css";
import { cx } from "../theme/class-names.ts";
import { descriptionId, ToggleText } from "./checkbox.tsx";
import { useSubmitBlock } from "./destination.tsx";

interface SwitchProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Whether it changes something of the account's service at once: see `Button`. */
  readonly writes?: boolean;
}

/** A setting that takes effect at once: text at the left, the switch at the right. */
export function Switch({ label, description, checked, onChange, disabled, writes = false }: SwitchProps) {
  const id = useId();
  const block = useSubmitBlock({ isLocal: !writes });
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
        aria-disabled={block !== null || undefined}
        aria-description={block ?? undefined}
        title={block ?? undefined}
        disabled={block === null && disabled}
        onClick={() => block === null && onChange(!checked)}
      >
        <span className={styles.thumb} data-state={state} />
      </button>
    </div>
  );
}
