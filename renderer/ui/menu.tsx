import { DropdownMenu, ContextMenu as RadixContext } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import floating from "./floating.module.css";
import { MenuKind } from "./menu-kind.ts";

export interface MenuProps {
  /** The button that opens the menu; one element. */
  readonly trigger: ReactNode;
  /** MenuItem, MenuLabel, MenuSeparator. */
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A menu under a button. */
export function Menu({ trigger, children, align = "start", side = "bottom", open, onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={floating.panel}
        >
          <MenuKind value={DropdownMenu}>{children}</MenuKind>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface ContextMenuProps {
  /** Element to right-click; exactly one. */
  readonly children: ReactNode;
  readonly items: ReactNode;
  readonly disabled?: boolean;
}

/** A menu at the pointer (right click, menu key, Shift+F10) with the same items as {@link Menu}. */
export function ContextMenu({ children, items, disabled = false }: ContextMenuProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    // It would stay where the pointer was, which may be outside the window now.
    const close = () => setOpen(false);
    window.addEventListener("resize", close);
    return () => window.removeEventListener("resize", close);
  }, [open]);
  return (
    <RadixContext.Root open={open} onOpenChange={setOpen} modal={false}>
      <RadixContext.Trigger asChild disabled={disabled}>
        {children}
      </RadixContext.Trigger>
      <RadixContext.Portal>
        <RadixContext.Content collisionPadding={8} className={floating.panel}>
          <MenuKind value={RadixContext}>{items}</MenuKind>
        </RadixContext.Content>
      </RadixContext.Portal>
    </RadixContext.Root>
  );
}
