import type { KeyboardEvent } from "react";
import { FoldingChoice } from "../lists/folding-choice.tsx";
import values from "../lists/values-side-by-side.module.css";
import { Icon, type IconType } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./segmented-control.module.css";

interface SegmentedControlProps<V extends string> {
  /** Accessible name of the choice; not shown. */
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly {
    readonly value: V;
    readonly label: string;
    readonly icon?: IconType;
    /** Tooltip instead of the label. */
    readonly title?: string;
  }[];
  /** Shows the icons alone; the labels are still spoken. */
  readonly iconsOnly?: boolean;
}

/** Two to five values side by side, one of them chosen; a select where they have no room in one line. */
export function SegmentedControl<V extends string>({
  label,
  value,
  onChange,
  options,
  iconsOnly = false,
}: SegmentedControlProps<V>) {
  // The chosen value is the one that Tab reaches; the first where none is chosen.
  const reached = options.some((option) => option.value === value) ? value : options[0]?.value;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey, currentTarget, target } = event;
    // As in any choice of radio buttons: Space chooses, Enter does not.
    if (key === "Enter") event.preventDefault();
    const radios = [...currentTarget.querySelectorAll<HTMLElement>("[role=radio]")];
    const from = target instanceof HTMLElement ? radios.indexOf(target) : -1;
    if (from < 0 || ctrlKey || altKey || metaKey || shiftKey) return;
    const by = steps[key];
    const to =
      by !== undefined ? from + by : firstKeys.includes(key) ? 0 : lastKeys.includes(key) ? -1 : undefined;
    if (to === undefined) return;
    event.preventDefault();
    radios.at(to % radios.length)?.focus();
    if (by !== undefined) radios.at(to % radios.length)?.click();
  };
  return (
    <FoldingChoice {...{ label, value, onChange, options }}>
      <div
        role="radiogroup"
        className={cx(values.group, styles.group)}
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/useSemanticElements: the browser's own cannot contain an icon
          <button
            key={option.value}
            type="button"
            role="radio"
            className={cx(values.value, styles.segment)}
            aria-checked={option.value === value}
            aria-label={option.label}
            data-state={option.value === value ? "checked" : "unchecked"}
            tabIndex={option.value === reached ? 0 : -1}
            title={option.title ?? (iconsOnly ? option.label : undefined)}
            onClick={() => {
              if (option.value !== value) onChange(option.value);
            }}
          >
            {option.icon ? <Icon of={option.icon} size={14} /> : null}
            {iconsOnly && option.icon ? null : option.label}
          </button>
        ))}
      </div>
    </FoldingChoice>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const firstKeys = ["Home", "PageUp"];
const lastKeys = ["End", "PageDown"];
