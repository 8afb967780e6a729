import { CopyButton } from "../../ui/copy-button.tsx";
import { useWiki } from "./use-wiki.ts";
import styles from "./wiki.module.css";

/** The address that git clones the wiki from, with a button that copies it; nothing where there is none. */
export function CloneAddress() {
  const { cloneUrl } = useWiki();
  if (cloneUrl === null) return null;
  return (
    <span className={styles.clone}>
      <code>{cloneUrl}</code>
      <CopyButton text={cloneUrl} label="Copy clone address" />
    </span>
  );
}
