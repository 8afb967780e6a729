import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./edit.module.css";

interface ExpiryFieldProps {
  /** ISO 8601; empty for never. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Time at which a snippet is deleted by itself, in local time. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const past = value !== "" && Date.parse(value) <= Date.now();
  return (
    <div className={cx(flow.stackStart, styles.expiry)}>
      <TextField
        label="Expires"
        type="datetime-local"
        value={toLocal(value)}
        onChange={(local) => onChange(local === "" ? "" : new Date(local).toISOString())}
        error={past ? "Choose a time in the future." : undefined}
        hint="Leave empty to keep it forever. Many services ignore it."
      />
      {value === "" ? null : (
        <Button size="s" variant="ghost" onClick={() => onChange("")}>
          Never expires
        </Button>
      )}
    </div>
  );
}

/** Returns a time as the field of a browser writes it. */
function toLocal(iso: string): string {
  if (iso === "") return "";
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
