import type { PublicKey } from "../../../../shared/ssh/public-key.ts";
import { sizeText } from "../../../features/people/use-fingerprint.ts";
import styles from "./keys.module.css";

interface KeyFactsProps {
  readonly of: PublicKey;
  readonly fingerprint: string | null;
}

/** What a public key is, before it is added: type, size and fingerprint. */
export const KeyDetails = ({ of, fingerprint }: KeyFactsProps) => (
  <p className={styles.facts} role="status">
    <span>{sizeText(of)}</span>
    <code>{fingerprint ?? "…"}</code>
  </p>
);
