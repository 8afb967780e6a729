import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import floating from "./floating.module.css";
import styles from "./popover.module.css";

export interface PopoverProps {
  /** The button that opens it; one element. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  /** Name of the panel for assistive technology. */
  readonly label: string;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "right" | "bottom" | "left";
  /** Pixels between the button and the panel. */
  readonly gap?: number;
  /** Leaves the padding to the content. */
  readonly flush?: boolean;
  readonly className?: string;
}

export function Popover({
  trigger,
  children,
  label,
  open,
  onOpenChange,
  align = "start",
  side = "bottom",
  gap = 4,
  flush = false,
  className,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={gap}
          collisionPadding={8}
          onOpenAutoFocus={focusFirstField}
          className={cx(floating.panel, flush ? styles.flush : styles.padded, className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A panel without a field has the focus itself: that of its first button would show the button's tooltip. */
function focusFirstField(event: Event): void {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  (panel.querySelector<HTMLElement>(fields) ?? panel).focus();
}
const fields = ":is(input, textarea, [role=combobox], [role=listbox]):not(:disabled, [aria-hidden])";
