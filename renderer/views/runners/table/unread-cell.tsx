import layout from "../../../ui/layout.module.css";
import type { FleetRow } from "../fleet/runner.ts";
import styles from "./cells.module.css";

/** A cell whose value is being read, or could not be. */
export const UnreadCell = ({ row: { hasFailed = false } }: { readonly row: FleetRow }) =>
  hasFailed ? (
    <span className={layout.muted}>
      <abbr title="Could not be loaded">–</abbr>
    </span>
  ) : (
    <span className={styles.pending} aria-hidden />
  );
