import { FolderGit2, FolderLock } from "lucide-react";
import type { CheckedOutBranch } from "../../../shared/api/resources/local-repositories.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import styles from "./local-repositories.module.css";

/** Returns whether a commit or merge may move a branch that is checked out: only where its work tree is known to be clean. */
export const mayMoveCheckout = (checkout: CheckedOutBranch | undefined): boolean => checkout?.clean === true;

/** Texts on updates of a clean work tree, and on what to do with any other. */
const words = {
  commit: {
    clean: "A commit to it moves branch and work tree together; a new branch leaves both alone.",
    other: "commit to a new branch.",
    leave: "commit to a new branch.",
  },
  merge: {
    clean: "The merge moves branch and work tree together.",
    other: "commit or stash them, or check out another branch there, and then merge.",
    leave: "merge there, or check out another branch there first.",
  },
  pick: {
    clean: "The new commit moves branch and work tree together; another branch leaves both alone.",
    other: "commit or stash them first, or choose another branch.",
    leave: "choose another branch.",
  },
} as const;

interface CheckedOutNoteProps {
  readonly checkout: CheckedOutBranch;
  readonly act?: keyof typeof words;
  /** Above an editor, from edge to edge. */
  readonly strip?: boolean;
  /** Checks again whether the work tree is clean. */
  readonly onRecheck?: () => void;
}

/** Warns that a branch is checked out on disk, and what a write to it does. */
export function CheckedOutNote({ checkout, act = "commit", strip, onRecheck }: CheckedOutNoteProps) {
  const clean = mayMoveCheckout(checkout);
  const { clean: together, other, leave } = words[act];
  return (
    <div
      className={strip ? `${styles.checkedOut} ${styles.strip}` : styles.checkedOut}
      role="note"
      aria-label="Checked-out branch"
    >
      <Icon of={clean ? FolderGit2 : FolderLock} size={14} />
      <span>
        <bdi className={styles.ref}>{checkout.branch}</bdi> is checked out in{" "}
        <bdi className={styles.ref}>{checkout.folder}</bdi>
        {checkout.obstacle
          ? `, which ${checkout.obstacle}. Helve leaves it alone: ${leave}`
          : clean
            ? `, and its work tree is clean. ${together}`
            : checkout.clean === false
              ? `, which has uncommitted changes. Helve never touches them: ${other}`
              : `, and Helve could not check whether its work tree is clean: ${other}`}
      </span>
      {!clean && onRecheck ? <Button onClick={onRecheck}>Refresh</Button> : null}
    </div>
  );
}
