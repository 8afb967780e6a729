import { FolderGit2, FolderLock } from "lucide-react";
import type { CheckedOutBranch } from "../../../shared/api/local.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./local-repositories.module.css";

/** Whether Helve may move a checked-out branch: only together with a work tree that is known to be clean. */
export const movesTogether = (place: CheckedOutBranch | undefined): boolean => place?.clean === true;

/** Says before editing begins that a branch is checked out on disk, and what a commit to it can do. */
export function CheckedOutNote({ place }: { readonly place: CheckedOutBranch }) {
  const clean = movesTogether(place);
  return (
    <p className={styles.checkedOut} role="note" aria-label="Checked-out branch">
      <Icon of={clean ? FolderGit2 : FolderLock} size={14} />
      <span>
        <bdi className={styles.ref}>{place.branch}</bdi> is checked out in{" "}
        <bdi className={styles.ref}>{place.folder}</bdi>
        {clean
          ? ", and its work tree is clean. A commit to it moves branch and work tree together; a new branch leaves both alone."
          : place.clean === false
            ? ", which has uncommitted changes. Helve never touches them: commit to a new branch."
            : ", and Helve cannot tell whether its work tree is clean: commit to a new branch."}
      </span>
    </p>
  );
}
