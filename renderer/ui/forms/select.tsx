import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, useId, useRef } from "react";
import buttonStyles from "../buttons/button.module.css";
import { Icon } from "../marks/icon.tsx";
import floating from "../overlays/floating.module.css";
import { latePanel } from "../overlays/late-panel.tsx";
import type { SelectOption } from "../overlays/select-panel.tsx";
import { type TriggerEvents, useLateTrigger } from "../overlays/use-late-trigger.tsx";
import { useOpen } from "../overlays/use-open.ts";
import { cx } from "../theme/class-names.ts";
import { useSubmitBlock } from "./destination.tsx";
import { Field, type FieldText } from "./field.tsx";
import styles from "./select.module.css";

export interface SelectProps<V extends string> extends FieldText {
  /** Null shows the placeholder. */
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly options: readonly SelectOption<V>[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Whether it changes something of the account's service at once: see `Button`. */
  readonly writes?: boolean;
  readonly size?: "s" | "m";
  readonly className?: string;
}

const { Panel, preload } = latePanel(async () => (await import("../overlays/select-panel.tsx")).SelectPanel);

const openingKeys = [" ", "Enter", "ArrowUp", "ArrowDown"];
const events: TriggerEvents = {
  onPointerEnter: () => "intends",
  onFocus: () => "intends",
  onPointerDown: ({ button, ctrlKey, pointerType }) =>
    button === 0 && !ctrlKey && pointerType === "mouse" ? "opens" : null,
  // Of touch, and of its label.
  onClick: () => "also opens",
  onKeyDown: ({ key }) => (openingKeys.includes(key) ? "opens" : null),
};

/** One of a few values. For long or searchable lists take Combobox. */
export function Select<V extends string>({
  value,
  onChange,
  options,
  placeholder = "Choose…",
  disabled = false,
  writes = false,
  size = "m",
  className,
  ...text
}: SelectProps<V>) {
  const panelId = useId();
  const [open, setOpen] = useOpen({});
  const { trigger, standIn, isWanted } = useLateTrigger<HTMLButtonElement>(events, preload, true);
  const block = useSubmitBlock({ isLocal: !writes });
  const choose = (chosen: string) => {
    const option = options.find((entry) => entry.value === chosen);
    if (option) onChange(option.value);
  };
  const chosen = options.find((option) => option.value === value);
  const search = useRef({ text: "", at: 0 });
  /** Chooses the value that begins with what is typed while the list is closed. Returns whether the key was for that. */
  const type = ({ key, ctrlKey, altKey, metaKey, timeStamp }: KeyboardEvent): boolean => {
    const { text, at } = search.current;
    const typed = timeStamp - at < typingMs ? text : "";
    if (open || key.length > 1 || ctrlKey || altKey || metaKey || (key === " " && typed === "")) return false;
    search.current = { text: typed + key, at: timeStamp };
    const found = nextMatch(options, typed + key, chosen);
    if (found && found !== chosen) onChange(found.value);
    return true;
  };
  return (
    <Field {...text} className={className}>
      {(control) => (
        <>
          <button
            type="button"
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? panelId : undefined}
            aria-autocomplete="none"
            data-state={open ? "open" : "closed"}
            data-disabled={disabled ? "" : undefined}
            data-placeholder={value === null ? "" : undefined}
            disabled={block === null && disabled}
            {...control}
            {...(block === null
              ? {
                  ...trigger,
                  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
                    if (!type(event)) trigger.onKeyDown?.(event);
                  },
                }
              : { "aria-disabled": true, "aria-description": block, title: block })}
            className={cx(buttonStyles.button, buttonStyles.default, buttonStyles[size], styles.trigger)}
          >
            <span style={{ pointerEvents: "none" }}>{value === null ? placeholder : chosen?.label}</span>
            <Icon of={ChevronsUpDown} size={13} />
          </button>
          {isWanted ? (
            <Panel
              {...{ open, value, options, disabled }}
              trigger={standIn}
              button={trigger.ref}
              id={panelId}
              onOpenChange={setOpen}
              onChange={choose}
              className={cx(floating.panel, styles.panel)}
            />
          ) : null}
        </>
      )}
    </Field>
  );
}

/** Milliseconds for which typed letters belong together. */
const typingMs = 1_000;

/** Returns the next option that begins with a text; a letter typed again leads on to the one after that. */
function nextMatch<V extends string>(
  options: readonly SelectOption<V>[],
  text: string,
  current: SelectOption<V> | undefined,
): SelectOption<V> | undefined {
  const start = new Set(text).size === 1 ? text.slice(0, 1) : text;
  const able = options.filter((option) => !option.disabled);
  const at = Math.max(0, current ? able.indexOf(current) : 0);
  return [...able.slice(at), ...able.slice(0, at)].find(
    (option) =>
      option.label.toLowerCase().startsWith(start.toLowerCase()) && (start.length > 1 || option !== current),
  );
}
