import styles from "./spinner.module.css";

/** A small turning ring. With a label it is a status of its own; without one it only decorates. */
export function Spinner({ size = 16, label }: { readonly size?: number; readonly label?: string }) {
  const style = { width: size, height: size };
  if (!label) return <span className={styles.spinner} style={style} aria-hidden />;
  return <output className={styles.spinner} style={style} aria-label={label} />;
}
