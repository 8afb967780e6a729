import { ContextMenu, DropdownMenu } from "radix-ui";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { MenuKind } from "./menu-item.tsx";

export interface MenuPanelProps {
  readonly trigger: ReactElement;
  /** Id of the button, which names the menu. */
  readonly buttonId: string;
  readonly id: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Returns whether a key has opened it, once each time: its first item has the focus then. */
  readonly takeKey: () => boolean;
  readonly align: "start" | "center" | "end";
  readonly side: "top" | "right" | "bottom" | "left";
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The menu under a button. */
export function MenuPanel({
  trigger,
  buttonId,
  id,
  open,
  onOpenChange,
  takeKey,
  align,
  side,
  className,
  children,
}: MenuPanelProps) {
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          id={id}
          aria-labelledby={buttonId}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={className}
          // Radix has not seen the key where it opened the first time.
          onFocus={({ target, currentTarget }) => {
            if (target === currentTarget && takeKey())
              currentTarget
                .querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")
                ?.focus({ preventScroll: true });
          }}
        >
          <MenuKind value={DropdownMenu}>{children}</MenuKind>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface ContextMenuPanelProps {
  readonly trigger: ReactElement;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly disabled: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The menu at the pointer. */
export function ContextMenuPanel({
  trigger,
  open,
  onOpenChange,
  disabled,
  className,
  children,
}: ContextMenuPanelProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing is the same at any time
  useEffect(() => {
    if (!open) return;
    // It would stay where the pointer was, which may be outside the window now.
    const close = () => onOpenChange(false);
    window.addEventListener("resize", close);
    return () => window.removeEventListener("resize", close);
  }, [open]);
  return (
    <ContextMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <ContextMenu.Trigger asChild disabled={disabled}>
        {trigger}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content collisionPadding={8} className={className}>
          <MenuKind value={ContextMenu}>{children}</MenuKind>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
