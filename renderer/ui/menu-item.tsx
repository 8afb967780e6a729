import { type ReactNode, use } from "react";
import { cx } from "./class-names.ts";
import floating from "./floating.module.css";
import { Icon, type IconType } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";
import { MenuKind } from "./menu-kind.ts";

interface MenuItemProps {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: IconType;
  readonly shortcut?: string | undefined;
  readonly description?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export function MenuItem({
  children,
  onSelect,
  icon,
  shortcut,
  description,
  danger,
  disabled,
}: MenuItemProps) {
  const Kind = use(MenuKind);
  return (
    <Kind.Item
      className={cx(floating.item, danger && floating.danger)}
      onSelect={onSelect}
      disabled={disabled}
    >
      {icon ? <Icon of={icon} /> : null}
      <span className={floating.text}>
        {children}
        {description ? <span className={floating.description}>{description}</span> : null}
      </span>
      {shortcut ? <Kbd keys={shortcut} /> : null}
    </Kind.Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const Kind = use(MenuKind);
  return <Kind.Label className={floating.group}>{children}</Kind.Label>;
}

export function MenuSeparator() {
  const Kind = use(MenuKind);
  return <Kind.Separator className={floating.separator} />;
}
