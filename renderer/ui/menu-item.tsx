import { Check, ChevronRight } from "lucide-react";
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

interface MenuCheckboxItemProps {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function MenuCheckboxItem({ children, checked, onChange, disabled }: MenuCheckboxItemProps) {
  const Kind = use(MenuKind);
  return (
    <Kind.CheckboxItem
      className={floating.item}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
    >
      <span className={floating.mark}>
        <Kind.ItemIndicator>
          <Icon of={Check} size={14} />
        </Kind.ItemIndicator>
      </span>
      <span className={floating.text}>{children}</span>
    </Kind.CheckboxItem>
  );
}

interface MenuRadioGroupProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly {
    readonly value: string;
    readonly label: ReactNode;
    readonly description?: ReactNode;
  }[];
}

export function MenuRadioGroup({ value, onChange, options }: MenuRadioGroupProps) {
  const Kind = use(MenuKind);
  return (
    <Kind.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Kind.RadioItem key={option.value} value={option.value} className={floating.item}>
          <span className={floating.mark}>
            <Kind.ItemIndicator>
              <Icon of={Check} size={14} />
            </Kind.ItemIndicator>
          </span>
          <span className={floating.text}>
            {option.label}
            {option.description ? <span className={floating.description}>{option.description}</span> : null}
          </span>
        </Kind.RadioItem>
      ))}
    </Kind.RadioGroup>
  );
}

interface MenuSubProps {
  readonly label: ReactNode;
  readonly icon?: IconType;
  readonly children: ReactNode;
}

export function MenuSub({ label, icon, children }: MenuSubProps) {
  const Kind = use(MenuKind);
  return (
    <Kind.Sub>
      <Kind.SubTrigger className={floating.item}>
        {icon ? <Icon of={icon} /> : null}
        <span className={floating.text}>{label}</span>
        <Icon of={ChevronRight} size={14} />
      </Kind.SubTrigger>
      <Kind.Portal>
        <Kind.SubContent className={floating.panel} sideOffset={4} collisionPadding={8}>
          {children}
        </Kind.SubContent>
      </Kind.Portal>
    </Kind.Sub>
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
