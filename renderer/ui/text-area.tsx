import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import styles from "./field.module.css";
import { Field, type FieldText } from "./field.tsx";

export interface TextAreaProps
  extends FieldText,
    Omit<ComponentProps<"textarea">, "id" | "onChange" | "value"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
}

/** Several lines of text; grows with what is typed up to half of the window. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  value,
  onChange,
  mono = false,
  rows = 3,
  className,
  ...rest
}: TextAreaProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(control) => (
        <span className={cx(styles.box, styles.area)}>
          <textarea
            rows={rows}
            {...control}
            {...rest}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={cx(styles.input, mono && styles.mono)}
            style={{ minHeight: rows * 20 }}
          />
        </span>
      )}
    </Field>
  );
}
