import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Optional } from "../../../shared/optional.ts";
import styles from "../buttons/toggle.module.css";
import { Icon } from "../marks/icon.tsx";
import { VisuallyHidden } from "../marks/visually-hidden.tsx";
import { useSubmitBlock } from "./destination.tsx";

interface CheckboxProps {
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
  readonly checked: boolean | "indeterminate";
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Whether it changes something of the account's service at once: see `Button`. */
  readonly writes?: boolean;
}

export function Checkbox({
  label,
  hideLabel,
  description,
  checked,
  onChange,
  disabled,
  writes = false,
}: CheckboxProps) {
  const block = useSubmitBlock({ isLocal: !writes });
  const id = useId();
  const isMixed = checked === "indeterminate";
  return (
    <div className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own has no look of ours, nor a mixed state in HTML */}
      <button
        type="button"
        id={id}
        role="checkbox"
        className={styles.box}
        aria-checked={isMixed ? "mixed" : checked}
        aria-describedby={description ? descriptionId(id) : undefined}
        data-state={isMixed ? "indeterminate" : checked ? "checked" : "unchecked"}
        aria-disabled={block !== null || undefined}
        aria-description={block ?? undefined}
        title={block ?? undefined}
        disabled={block === null && disabled}
        // Space ticks a checkbox, Enter does not.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
        onClick={() => block === null && onChange(checked !== true)}
      >
        {checked ? <Icon of={isMixed ? Minus : Check} size={12} /> : null}
      </button>
      <ToggleText {...{ id, label, hideLabel, description }} />
    </div>
  );
}

interface ToggleTextProps
  extends Optional<{
    hideLabel: boolean;
  }> {
  /** Id of the control that it belongs to. */
  readonly id: string;
  readonly label: ReactNode;
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
