import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import styles from "./button.module.css";
import { cx } from "./class-names.ts";
import { Icon, type IconType } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "default" | "primary" | "danger" | "ghost";
type ButtonSize = "s" | "m" | "l";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconType | undefined;
  readonly trailingIcon?: IconType | undefined;
  /** Shows that the action runs and takes no second press meanwhile. */
  readonly loading?: boolean;
  /** Styles the one child (a link) instead of a button. */
  readonly asChild?: boolean;
}

export function Button({
  variant = "default",
  size = "m",
  icon,
  trailingIcon,
  loading = false,
  asChild = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const looks = cx(styles.button, styles[variant], styles[size], className);
  if (asChild) {
    return (
      <Slot.Root className={looks} {...rest}>
        {icon ? <Icon of={icon} /> : null}
        <Slot.Slottable>{children}</Slot.Slottable>
        {trailingIcon ? <Icon of={trailingIcon} size={14} /> : null}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={looks}
      // Stays focusable while it runs, so that focus is not lost.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      {...rest}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <Spinner size={14} /> : icon ? <Icon of={icon} /> : null}
      {children}
      {trailingIcon ? <Icon of={trailingIcon} size={14} /> : null}
    </button>
  );
}
