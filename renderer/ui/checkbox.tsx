import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";
import styles from "./toggle.module.css";
import { descriptionId, ToggleText } from "./toggle-text.tsx";

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
  readonly checked: boolean | "indeterminate";
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, hideLabel, description, checked, onChange, disabled }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <Radix.Root
        id={id}
        className={styles.box}
        checked={checked}
        disabled={disabled}
        aria-describedby={description ? descriptionId(id) : undefined}
        onCheckedChange={(next) => onChange(next === true)}
      >
        <Radix.Indicator>
          <Icon of={checked === "indeterminate" ? Minus : Check} size={12} />
        </Radix.Indicator>
      </Radix.Root>
      <ToggleText {...{ id, label, hideLabel, description }} />
    </div>
  );
}
