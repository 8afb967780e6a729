import { CopyButton } from "../../../ui/copy-button.tsx";
import { useWiki } from "../model/use-wiki.ts";
import styles from "./read.module.css";

/** The clone address of the wiki with a copy button; null where there is none. */
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
