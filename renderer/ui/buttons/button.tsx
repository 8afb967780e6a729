import { Slot } from "radix-ui";
import { type ComponentProps, useContext } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { SubmitBlock, useSubmitBlock } from "../forms/destination.tsx";
import { Icon, type IconType } from "../marks/icon.tsx";
import { Tooltip } from "../overlays/tooltip.tsx";
import { Spinner } from "../states/progress.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./button.module.css";

type ButtonVariant = "default" | "primary" | "danger" | "ghost";
type ButtonSize = "s" | "m" | "l";

export interface ButtonProps
  extends ComponentProps<"button">,
    Optional<{
      icon: IconType;
    }> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly trailingIcon?: IconType;
  /** Shows that the action runs and takes no second press meanwhile. */
  readonly loading?: boolean;
  /**
   * Whether a click writes to the account's service: where that cannot be done now it does nothing, and the button says why.
   * `form`: it opens a form that does, which may be filled in while the service is away.
   */
  readonly writes?: boolean | "form";
  /** Styles the one child (a link) instead of a button. */
  readonly asChild?: boolean;
}

export function Button({
  variant = "default",
  size = "m",
  icon,
  trailingIcon,
  loading = false,
  writes = false,
  asChild = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const submitBlock = useContext(SubmitBlock);
  const ownBlock = useSubmitBlock({ isLocal: writes === false, isQueued: writes === "form" });
  const block = rest.type === "submit" ? submitBlock : ownBlock;
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
  const button = (
    <button
      type="button"
      className={looks}
      aria-busy={loading || undefined}
      aria-description={block ?? undefined}
      {...rest}
      // Stays focusable while it runs, so that focus is not lost, and where the reason why it does nothing is to be read.
      aria-disabled={loading || block !== null || rest["aria-disabled"] || undefined}
      disabled={block === null && rest.disabled}
      onClick={loading || block !== null ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <Spinner size={14} /> : icon ? <Icon of={icon} /> : null}
      {children}
      {trailingIcon ? <Icon of={trailingIcon} size={14} /> : null}
    </button>
  );
  return writes || rest.type === "submit" ? <Tooltip content={block}>{button}</Tooltip> : button;
}

interface LinkProps extends ComponentProps<"a"> {
  /** In the ink of the text around it; underlined on hover. */
  readonly quiet?: boolean;
  /** Styles the one child: a router's link. */
  readonly asChild?: boolean;
}

/** A styled anchor. For routes of the app wrap the router's link: `<Link asChild><RouterLink to=…/></Link>`. */
export function Link({ quiet = false, asChild = false, className, ...rest }: LinkProps) {
  const Element = asChild ? Slot.Root : "a";
  return <Element className={cx(styles.link, quiet && styles.quiet, className)} {...rest} />;
}

export interface IconButtonProps
  extends Omit<ComponentProps<"button">, "children" | "aria-label">,
    Optional<{
      /** Keys that do the same, such as `mod+b`; see `command` for those that the user may change. */
      keys: string;
    }> {
  /** Name of the action; spoken, and shown as a tooltip. */
  readonly label: string;
  readonly icon: IconType;
  readonly variant?: ButtonVariant;
  readonly size?: "s" | "m";
  /** Id of the command that does the same, whose keys the tooltip shows. */
  readonly command?: string;
  /** For a button that stays down. */
  readonly pressed?: boolean;
  readonly loading?: boolean;
  /** As that of a {@link Button}. */
  readonly writes?: ButtonProps["writes"];
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
  writes = false,
  tooltipSide,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const block = useSubmitBlock({ isLocal: writes === false, isQueued: writes === "form" });
  const isBlocked = loading || block !== null;
  return (
    <Tooltip
      content={block === null ? label : `${label}: ${block}`}
      keys={keys}
      command={command}
      side={tooltipSide}
    >
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-description={block ?? undefined}
        className={cx(styles.button, styles.square, styles[variant], styles[size], className)}
        {...rest}
        aria-disabled={isBlocked || rest["aria-disabled"] || undefined}
        disabled={block === null && rest.disabled}
        onClick={isBlocked ? (event) => event.preventDefault() : onClick}
      >
        {loading ? <Spinner size={14} /> : <Icon of={icon} />}
      </button>
    </Tooltip>
  );
}
