import { type ReactNode, useState } from "react";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./settings.module.css";

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
