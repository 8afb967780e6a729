import type { PublicKey } from "../../../../shared/ssh/public-key.ts";
import { formatKeyType } from "../../../features/people/use-fingerprint.ts";
import styles from "./keys.module.css";

interface KeyDetailsProps {
  readonly of: PublicKey;
  readonly fingerprint: string | null;
}

/** Type, size and fingerprint of a public key, before it is added. */
export const KeyDetails = ({ of, fingerprint }: KeyDetailsProps) => (
  <p className={styles.details} role="status">
    <span>{formatKeyType(of)}</span>
    <code>{fingerprint ?? "…"}</code>
  </p>
);
