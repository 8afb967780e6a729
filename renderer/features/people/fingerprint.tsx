import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./people.module.css";

interface FingerprintProps {
  readonly of: string;
  /** Title of the key. */
  readonly title: string;
}

/** Fingerprint of an SSH key, with Copy. */
export const Fingerprint = ({ of, title }: FingerprintProps) => (
  <div className={styles.fingerprint}>
    <code>{of}</code>
    <CopyButton text={of} label={`Copy fingerprint of ${title}`} />
  </div>
);
