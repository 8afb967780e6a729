import type { ReactNode } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { FoldingChoice } from "../lists/folding-choice.tsx";
import values from "../lists/values-side-by-side.module.css";
import { cx } from "../theme/class-names.ts";
import layout from "../theme/layout.module.css";
import styles from "./toggle-buttons.module.css";

interface ToggleButtonsProps<V extends string> {
  readonly label: string;
  /** Null where no option is selected. */
  readonly value: V | null;
  /** Called with the pressed one, too. */
  readonly onChange: (value: V) => void;
  readonly options: readonly (Optional<{
    /** Number of entries with this value, where it is known. */
    count: number | null;
    mark: ReactNode;
  }> & { readonly value: V; readonly label: string })[];
}

/** Values with counts side by side, such as the states that a list can be filtered by; a select where they have no room. */
export function ToggleButtons<V extends string>({ label, value, onChange, options }: ToggleButtonsProps<V>) {
  const lines = options.map(({ value, label, count }) => ({
    value,
    label: typeof count === "number" ? `${label} ${count.toLocaleString()}` : label,
  }));
  return (
    <FoldingChoice {...{ label, value, onChange }} options={lines}>
      <fieldset className={cx(values.group, styles.group)} aria-label={label}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            className={cx(values.value, styles.button)}
            onClick={() => onChange(option.value)}
          >
            {option.mark ? (
              <span className={styles.mark} aria-hidden>
                {option.mark}
              </span>
            ) : null}
            {option.label}
            {typeof option.count === "number" ? (
              <span className={layout.small}>{option.count.toLocaleString()}</span>
            ) : null}
          </button>
        ))}
      </fieldset>
    </FoldingChoice>
  );
}
