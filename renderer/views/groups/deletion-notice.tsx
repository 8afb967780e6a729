import type { Group } from "../../../shared/api/resources/groups.ts";
import { useDeletionProgress } from "../../features/group-tree/use-deletion-progress.ts";
import { useGroupDeletions } from "../../state/group-deletions.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./groups.module.css";

/** Progress of the deletion of a group, on its page. */
export function DeletionNotice({ account, group }: { readonly account: string; readonly group: Group }) {
  const { left, isGone } = useDeletionProgress(account, group.id);
  const all = useGroupDeletions().find((one) => one.account === account && one.id === group.id)?.projects;
  if (isGone) return null;
  return (
    <section className={styles.deletion} aria-label="Deletion">
      <p>
        This group is being deleted, with everything below it.{" "}
        {left === null ? null : `${left.toLocaleString()} projects left.`}
      </p>
      <ProgressBar label="Deleted projects" value={all && left !== null ? 1 - left / all : null} />
    </section>
  );
}
