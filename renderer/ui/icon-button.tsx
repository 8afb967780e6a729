import type { ComponentProps } from "react";
import styles from "./button.module.css";
import type { ButtonVariant } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Icon, type IconType } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** Name of the action; spoken, and shown as a tooltip. */
  readonly label: string;
  readonly icon: IconType;
  readonly variant?: ButtonVariant;
  readonly size?: "s" | "m";
  /** Keys that do the same, such as `mod+b`; see `command` for those that the user may change. */
  readonly keys?: string | undefined;
  /** Id of the command that does the same, whose keys the tooltip shows. */
  readonly command?: string | undefined;
  /** For a button that stays down. */
  readonly pressed?: boolean;
  readonly loading?: boolean;
  readonly tooltipSide?: "top" | "right" | "bottom" | "left";
}

export function IconButton({
  label,
  icon,
  variant = "ghost",
  size = "m",
  keys,
  command,
  pressed,
  loading = false,
  tooltipSide,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} keys={keys} command={command} side={tooltipSide}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={loading || undefined}
        className={cx(styles.button, styles.square, styles[variant], styles[size], className)}
        {...rest}
        onClick={loading ? (event) => event.preventDefault() : onClick}
      >
        {loading ? <Spinner size={14} /> : <Icon of={icon} />}
      </button>
    </Tooltip>
  );
}
