import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { type Visibility, visibilities } from "../model/visibility.ts";
import styles from "./edit.module.css";

interface VisibilityFieldProps {
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
}

/** Visibility of a snippet, each choice with what it means. */
export function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>Visibility</legend>
      {visibilities.map((each) => (
        <label key={each.value} className={styles.choice}>
          <input
            type="radio"
            name="visibility"
            value={each.value}
            checked={value === each.value}
            onChange={() => onChange(each.value)}
          />
          <span>
            <span className={styles.choiceName}>
              <Icon of={each.icon} size={14} /> {each.label}
            </span>
            <span className={layout.small}>{each.meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
