import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cx } from "./class-names.ts";
import styles from "./toggle.module.css";
import { descriptionId, ToggleText } from "./toggle-text.tsx";

export interface SwitchProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A setting that takes effect at once: text at the left, the switch at the right. */
export function Switch({ label, description, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx(styles.row, styles.between)}>
      <ToggleText {...{ id, label, description }} />
      <Radix.Root
        id={id}
        className={styles.track}
        checked={checked}
        disabled={disabled}
        aria-describedby={description ? descriptionId(id) : undefined}
        onCheckedChange={onChange}
      >
        <Radix.Thumb className={styles.thumb} />
      </Radix.Root>
    </div>
  );
}
