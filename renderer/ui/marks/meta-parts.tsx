import type { ReactNode } from "react";
import styles from "./meta-parts.module.css";

/** Parts of a page's meta line with dots between them: "#12 · main · 3.1 KB". */
export const MetaParts = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.parts}>{children}</div>
);
