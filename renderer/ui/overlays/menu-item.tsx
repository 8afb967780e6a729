import { Check } from "lucide-react";
import type { ContextMenu, DropdownMenu } from "radix-ui";
import { createContext, type ReactNode, use } from "react";
import type { Optional } from "../../../shared/optional.ts";
import type { ButtonProps } from "../buttons/button.tsx";
import { CommandKeys, Kbd } from "../buttons/kbd.tsx";
import { useSubmitBlock } from "../forms/destination.tsx";
import { Icon, type IconType } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import floating from "./floating.module.css";

/** Kind of the menu that an item is in: the two menus share their items, which so do not load either. */
export const MenuKind = createContext<typeof DropdownMenu | typeof ContextMenu | null>(null);

function useMenuKind() {
  const kind = use(MenuKind);
  if (!kind) throw new Error("An item is in no menu");
  return kind;
}

interface MenuItemProps
  extends Optional<{
    /** Id of the command that does the same, whose keys are shown. */
    command: string;
  }> {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: IconType;
  /** Instead of an icon, such as a picture of the same size. */
  readonly mark?: ReactNode;
  /** Whether it is the chosen one of its kind. */
  readonly chosen?: boolean;
  /** Keys that do the same and cannot be changed. */
  readonly keys?: string;
  readonly description?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** As that of a `Button`. */
  readonly writes?: ButtonProps["writes"];
}

export function MenuItem({
  children,
  onSelect,
  icon,
  mark,
  chosen = false,
  keys,
  command,
  description,
  danger,
  disabled,
  writes = false,
}: MenuItemProps) {
  const Kind = useMenuKind();
  const block = useSubmitBlock({ isLocal: writes === false, isQueued: writes === "form" });
  const shown = block ?? description;
  return (
    <Kind.Item
      className={cx(floating.item, danger && floating.danger)}
      onSelect={block === null ? onSelect : (event: Event) => event.preventDefault()}
      disabled={disabled && block === null}
      // Keys lead to it all the same: it says why it does nothing.
      {...(block === null ? {} : { "aria-disabled": true, "data-disabled": "" })}
    >
      {icon ? <Icon of={icon} /> : mark}
      <span className={cx(flow.growText, floating.label)}>
        {children}
        {shown ? <span className={floating.description}>{shown}</span> : null}
      </span>
      {chosen ? <Icon of={Check} label="Chosen" /> : null}
      {keys ? <Kbd keys={keys} /> : null}
      {command ? <CommandKeys command={command} /> : null}
    </Kind.Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const Kind = useMenuKind();
  return <Kind.Label className={floating.group}>{children}</Kind.Label>;
}

export function MenuSeparator() {
  const Kind = useMenuKind();
  return <Kind.Separator className={floating.separator} />;
}
