import { FilePen } from "lucide-react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useEdits } from "../../state/edits.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./edit.module.css";

interface PendingBarProps {
  readonly account: string;
  readonly project: string;
}

/** The branches of a project with pending changes: count, storage state and a link to commit. */
export function PendingBar({ account, project }: PendingBarProps) {
  const sessions = useEdits((state) => state.sessions);
  const unsaved = useEdits((state) => state.unsaved);
  const failure = useEdits((state) => state.failure);
  const pending = Object.values(sessions).filter(
    (session) => session.account === account && session.project === project && session.changes.length > 0,
  );
  return pending.map(({ branch, changes }) => (
    <section key={branch} className={styles.bar} aria-label={`Pending changes on ${branch}`}>
      <Icon of={FilePen} />
      <span>
        {changes.length === 1 ? "1 pending change" : `${changes.length} pending changes`} on{" "}
        <code>{branch}</code>
      </span>
      <span className={layout.muted} role="status">
        {failure ? `Not saved: ${failure}` : unsaved > 0 ? "Saving the draft…" : "Draft saved"}
      </span>
      <span className={styles.spring} />
      <Button asChild variant="primary" size="s">
        <AppLink href={hrefs.project(account, project, "changes", { ref: branch })}>
          Review and commit
        </AppLink>
      </Button>
    </section>
  ));
}
