import { Check, ChevronsUpDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { useRef } from "react";
import buttonStyles from "./button.module.css";
import { cx } from "./class-names.ts";
import { Field, type FieldText } from "./field.tsx";
import floating from "./floating.module.css";
import flow from "./flow.module.css";
import { Icon, type IconType } from "./icon.tsx";
import layout from "./layout.module.css";
import styles from "./select.module.css";

interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly description?: string;
  readonly icon?: IconType;
  readonly disabled?: boolean;
}

export interface SelectProps<V extends string> extends FieldText {
  /** Null shows the placeholder. */
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly options: readonly SelectOption<V>[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly size?: "s" | "m";
  readonly className?: string;
}

// The primitive keeps "" for "nothing chosen"; here "" is a value like any other.
const inside = (value: string) => `=${value}`;

/** One of a few values. For long or searchable lists take Combobox. */
export function Select<V extends string>({
  value,
  onChange,
  options,
  placeholder = "Choose…",
  disabled = false,
  size = "m",
  className,
  ...text
}: SelectProps<V>) {
  const trigger = useRef<HTMLButtonElement>(null);
  // A dialog that the choice has opened keeps the focus.
  const returnFocus = (event: Event) => {
    const dialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
    if (dialog && !dialog.contains(trigger.current)) event.preventDefault();
  };
  const choose = (chosen: string) => {
    const option = options.find((entry) => inside(entry.value) === chosen);
    if (option) onChange(option.value);
  };
  return (
    <Field {...text} className={className}>
      {(control) => (
        <Radix.Root value={value === null ? "" : inside(value)} onValueChange={choose} disabled={disabled}>
          <Radix.Trigger
            {...control}
            ref={trigger}
            className={cx(buttonStyles.button, buttonStyles.default, buttonStyles[size], styles.trigger)}
          >
            <Radix.Value placeholder={placeholder} />
            <Icon of={ChevronsUpDown} size={13} />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              position="popper"
              sideOffset={4}
              className={cx(floating.panel, styles.panel)}
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
      )}
    </Field>
  );
}
