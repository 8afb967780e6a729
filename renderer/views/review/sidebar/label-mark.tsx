import styles from "./sidebar.module.css";

/** The colour of a label as a dot; a colour that is none is left out. */
export function Swatch({ color }: { readonly color: string | undefined }) {
  // It comes from the service and goes into a style.
  const safe = color && /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined;
  return (
    <span className={styles.swatch} style={safe ? { background: safe } : undefined} aria-hidden="true" />
  );
}

/** A label as it is shown: its name beside its colour, so that both themes can be read. */
export function LabelMark({ name, color }: { readonly name: string; readonly color: string | undefined }) {
  return (
    <span className={styles.label}>
      <Swatch color={color} />
      {name}
    </span>
  );
}
