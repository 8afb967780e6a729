import { Skeleton } from "../../ui/states/skeleton.tsx";
import { PendingHeader } from "../shell/place-bar.tsx";
import styles from "./view-pending.module.css";

/** Skeleton of a view whose code or account is loading. */
export const ViewPending = () => (
  <>
    <PendingHeader />
    <div className={styles.pending}>
      <Skeleton lines={7} height={22} label="Loading the view" />
    </div>
  </>
);
