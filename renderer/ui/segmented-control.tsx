import { RadioGroup } from "radix-ui";
import { cx } from "./class-names.ts";
import { FoldingChoice } from "./folding-choice.tsx";
import { Icon, type IconType } from "./icon.tsx";
import styles from "./segmented-control.module.css";
import values from "./values-side-by-side.module.css";

export interface SegmentedControlProps<V extends string> {
  /** Accessible name of the choice; not shown. */
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly { readonly value: V; readonly label: string; readonly icon?: IconType }[];
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
  const choose = (chosen: string) => {
    const option = options.find((entry) => entry.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <FoldingChoice {...{ label, value, onChange, options }}>
      <RadioGroup.Root
        className={cx(values.group, styles.group)}
        aria-label={label}
        value={value}
        onValueChange={choose}
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className={cx(values.value, styles.segment)}
            aria-label={option.label}
            title={iconsOnly ? option.label : undefined}
          >
            {option.icon ? <Icon of={option.icon} size={14} /> : null}
            {iconsOnly && option.icon ? null : option.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </FoldingChoice>
  );
}
