import { Scissors } from "lucide-react";
import { Icon } from "../../ui/marks/icon.tsx";
import styles from "./local-repositories.module.css";
import { useOriginal } from "./use-original.ts";

/** The reason why a shallow clone has no older commits, below its last one. Nothing in any other repository. */
export function ShallowEnd({ account, project }: { readonly account: string; readonly project: string }) {
  const original = useOriginal(account, project);
  if (!original?.shallow) return null;
  return (
    <p className={styles.checkedOut} role="note" aria-label="Shallow clone">
      <Icon of={Scissors} size={14} />
      <span>
        The history ends here, since this clone is shallow. Older commits are not on this computer, and Helve
        fetches nothing by itself: <code>git fetch --unshallow</code> fetches them.
      </span>
    </p>
  );
}
