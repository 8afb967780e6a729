import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export interface PopoverPanelProps {
  readonly trigger: ReactElement;
  readonly id: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly label: string;
  readonly align: "start" | "center" | "end";
  readonly side: "top" | "right" | "bottom" | "left";
  readonly gap: number;
  readonly className: string;
  readonly children: ReactNode;
}

/** The panel of a popover. */
export function PopoverPanel({
  trigger,
  id,
  open,
  onOpenChange,
  label,
  align,
  side,
  gap,
  className,
  children,
}: PopoverPanelProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={gap}
          collisionPadding={8}
          onOpenAutoFocus={focusFirstField}
          className={className}
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
