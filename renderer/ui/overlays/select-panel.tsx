import { Check } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactElement, RefObject } from "react";
import { Icon, type IconType } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import layout from "../theme/layout.module.css";
import floating from "./floating.module.css";

/** A value that can be chosen from a list. */
export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly description?: string;
  readonly icon?: IconType;
  readonly disabled?: boolean;
}

export interface SelectPanelProps {
  readonly trigger: ReactElement;
  readonly button: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption<string>[];
  readonly disabled: boolean;
  readonly className: string;
}

// The primitive keeps "" for "nothing chosen"; here "" is a value like any other.
const inside = (value: string) => `=${value}`;

/** The values of a select. */
export function SelectPanel({
  trigger,
  button,
  id,
  open,
  onOpenChange,
  value,
  onChange,
  options,
  disabled,
  className,
}: SelectPanelProps) {
  // A dialog that the choice has opened keeps the focus.
  const returnFocus = (event: Event) => {
    const dialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
    if (dialog && !dialog.contains(button.current)) event.preventDefault();
  };
  return (
    <Radix.Root
      open={open}
      onOpenChange={onOpenChange}
      value={value === null ? "" : inside(value)}
      onValueChange={(chosen) => onChange(chosen.slice(1))}
      disabled={disabled}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          position="popper"
          sideOffset={4}
          className={className}
          onCloseAutoFocus={returnFocus}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={inside(option.value)}
                disabled={option.disabled}
                className={floating.item}
              >
                {option.icon ? <Icon of={option.icon} /> : null}
                <span className={cx(flow.growText, layout.ellipsis)}>
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.description ? (
                    <span className={floating.description}>{option.description}</span>
                  ) : null}
                </span>
                <span className={floating.mark}>
                  <Radix.ItemIndicator>
                    <Icon of={Check} size={14} />
                  </Radix.ItemIndicator>
                </span>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
