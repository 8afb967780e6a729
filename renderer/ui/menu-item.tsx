import { type ReactNode, use } from "react";
import { cx } from "./class-names.ts";
import { CommandKeys } from "./command-keys.tsx";
import floating from "./floating.module.css";
import flow from "./flow.module.css";
import { Icon, type IconType } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";
import { MenuKind } from "./menu-kind.ts";

interface MenuItemProps {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: IconType;
  /** Keys that do the same and cannot be changed. */
  readonly keys?: string;
  /** Id of the command that does the same, whose keys are shown. */
  readonly command?: string | undefined;
  readonly description?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export function MenuItem({
  children,
  onSelect,
  icon,
  keys,
  command,
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
      <span className={cx(flow.growText, floating.label)}>
        {children}
        {description ? <span className={floating.description}>{description}</span> : null}
      </span>
      {keys ? <Kbd keys={keys} /> : null}
      {command ? <CommandKeys command={command} /> : null}
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
