import { useState } from "react";
import { TextField } from "../../ui/text-field.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

interface NumberSettingProps {
  readonly title: string;
  readonly description?: string;
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number within bounds; an invalid text stays until corrected, and changes nothing. */
export function NumberSetting({ title, description, unit, value, min, max, onChange }: NumberSettingProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (text.trim() && Number.isInteger(number) && number >= min && number <= max) onChange(number);
  };
  const number = Number(typed);
  const wrong =
    typed !== null && !(typed.trim() && Number.isInteger(number) && number >= min && number <= max);
  return (
    <SettingRow title={title} description={description}>
      <TextField
        label={title}
        hideLabel
        type="number"
        min={min}
        max={max}
        value={typed ?? String(value)}
        onChange={change}
        onBlur={() => setTyped(null)}
        error={wrong ? `A whole number from ${min} to ${max}` : undefined}
        suffix={<span className={styles.unit}>{unit}</span>}
        className={styles.number}
      />
    </SettingRow>
  );
}
