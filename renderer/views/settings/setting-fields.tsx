import { type ReactNode, useState } from "react";
import { TextField } from "../../ui/forms/text-field.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import layout from "../../ui/theme/layout.module.css";
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

interface SettingRowProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The control, at the right. It names itself for assistive technology. */
  readonly children: ReactNode;
}

/** One setting: what it is at the left, its control at the right. */
export const SettingRow = ({ title, description, children }: SettingRowProps) => (
  <div className={styles.row}>
    <div className={styles.text}>
      <p className={layout.strong}>{title}</p>
      {description ? <p className={styles.description}>{description}</p> : null}
    </div>
    <div className={styles.control}>{children}</div>
  </div>
);

interface TextSettingProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly placeholder?: string;
  /** Several lines. */
  readonly long?: boolean;
  /** Returns an error in a text, if any; such a text is not saved. */
  readonly check?: (text: string) => string | undefined;
  readonly onKeep: (value: string) => void;
}

/** A text that is saved on blur or with Enter. */
export function TextSetting({
  label,
  hint,
  value,
  placeholder,
  long = false,
  check,
  onKeep,
}: TextSettingProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const error = typed === null ? undefined : check?.(typed);
  const keep = () => {
    if (typed === null || error) return;
    if (typed !== value) onKeep(typed);
    setTyped(null);
  };
  const shared = {
    label,
    hint,
    error,
    value: shown,
    onChange: setTyped,
    onBlur: keep,
    placeholder,
    mono: true,
  };
  return (
    <div className={styles.textSetting}>
      {long ? (
        <TextArea {...shared} rows={5} />
      ) : (
        <TextField {...shared} onKeyDown={(event) => event.key === "Enter" && keep()} />
      )}
    </div>
  );
}
