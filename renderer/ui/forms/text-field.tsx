import { Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconType } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./field.module.css";
import { Field, type FieldText } from "./field.tsx";

export interface TextFieldProps
  extends FieldText,
    Omit<ComponentProps<"input">, "id" | "size" | "onChange" | "value" | "prefix"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly icon?: IconType;
  /** Shown at the end inside of the box: a unit, a button. */
  readonly suffix?: ReactNode;
  readonly mono?: boolean;
  readonly size?: "m" | "l";
}

/** One line of text with its label, hint and error. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  value,
  onChange,
  icon,
  suffix,
  mono = false,
  size = "m",
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(control) => (
        <span className={cx(styles.box, size === "l" && styles.large)}>
          {icon ? <Icon of={icon} size={14} /> : null}
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...control}
            {...rest}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={cx(styles.input, mono && styles.mono)}
          />
          {suffix}
        </span>
      )}
    </Field>
  );
}

type SearchFieldProps = Omit<TextFieldProps, "hideLabel" | "icon" | "type"> & { readonly label: string };

/** The search or filter field of a view: its label is read aloud, and its placeholder unless there is a better one. */
export const SearchField = (props: SearchFieldProps) => (
  <TextField placeholder={props.label} {...props} type="search" icon={Search} hideLabel />
);
