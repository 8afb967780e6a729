import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import styles from "./labels.module.css";

/** The colour of a label as a dot; an invalid colour is omitted. */
export function Swatch({ color }: { readonly color: string | undefined }) {
  // Untrusted: used in a style.
  const safe = color && /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined;
  return (
    <span className={styles.swatch} style={safe ? { background: safe } : undefined} aria-hidden="true" />
  );
}

/** A label: its name beside its colour, readable in both themes. */
export function LabelMark({ name, color }: { readonly name: string; readonly color: string | undefined }) {
  return (
    <span className={styles.label} title={name}>
      <Swatch color={color} />
      <span className={cx(layout.ellipsis, styles.name)}>{name}</span>
    </span>
  );
}
