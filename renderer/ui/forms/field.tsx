import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Icon } from "../marks/icon.tsx";
import { VisuallyHidden } from "../marks/visually-hidden.tsx";
import { cx } from "../theme/class-names.ts";
import layout from "../theme/layout.module.css";
import styles from "./field.module.css";

/** Texts of every form control. */
export interface FieldText
  extends Optional<{
    /** Hides the label visually. */
    hideLabel: boolean;
    hint: ReactNode;
    /** Error of the value, in the user's words. */
    error: ReactNode;
  }> {
  readonly label: string;
}

/** Attributes that tie a control to its label, hint and error. */
interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps
  extends FieldText,
    Optional<{
      className: string;
    }> {
  readonly children: (control: FieldControl) => ReactNode;
}

/** Label above, control, then the error or the hint below. */
export function Field({ label, hideLabel = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const note = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const text = (
    <label htmlFor={id} className={layout.strong}>
      {label}
    </label>
  );
  return (
    <div className={cx(styles.field, className)}>
      {hideLabel ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      {children({ id, "aria-describedby": note, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p id={note} className={styles.error} role="alert">
          <Icon of={CircleAlert} size={13} />
          <span>{error}</span>
        </p>
      ) : hint ? (
        <p id={note} className={layout.small}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
