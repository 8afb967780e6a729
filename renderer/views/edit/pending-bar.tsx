import { Link } from "@tanstack/react-router";
import { FilePen } from "lucide-react";
import { useEditSession, useEdits } from "../../state/edits.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./edit.module.css";

interface PendingBarProps {
  readonly account: string;
  readonly project: string;
  readonly branch: string;
}

/** A line that stands over the files while changes are pending: how many, whether they are safe, where to commit. */
export function PendingBar(place: PendingBarProps) {
  const session = useEditSession(place);
  const unsaved = useEdits((state) => state.unsaved);
  const failure = useEdits((state) => state.failure);
  const count = session?.changes.length ?? 0;
  if (count === 0) return null;
  return (
    <section className={styles.bar} aria-label="Pending changes">
      <Icon of={FilePen} />
      <span>
        {count === 1 ? "1 pending change" : `${count} pending changes`} on <code>{place.branch}</code>
      </span>
      <span className={styles.muted} role="status">
        {failure ? `Not saved: ${failure}` : unsaved > 0 ? "Saving the draft…" : "Draft saved"}
      </span>
      <span className={styles.spring} />
      <Button asChild variant="primary" size="s">
        <Link
          to="/a/$account/p/$project/changes"
          params={{ account: place.account, project: place.project }}
          search={{ ref: place.branch }}
        >
          Review and commit
        </Link>
      </Button>
    </section>
  );
}
