import { useAccountLabel } from "../../state/account-label.ts";
import styles from "./home.module.css";

/** The account that a row belongs to; nothing where there is only one. */
export function AccountName({ account }: { readonly account: string }) {
  const label = useAccountLabel()(account);
  return label ? <span className={styles.muted}>{label}</span> : null;
}
