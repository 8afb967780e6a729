import { FilePen } from "lucide-react";
import type { ReactNode } from "react";
import { useEdits } from "../../state/edits.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./pending-edits.module.css";

interface PendingBarProps {
  readonly account: string;
  readonly project: string;
  /** About the open file, which may have a pending change itself. */
  readonly children?: ReactNode;
}

/** The pending changes of a project in one line: how many on which branch, whether they are stored, and to the commit. */
export function PendingBar({ account, project, children }: PendingBarProps) {
  const sessions = useEdits((state) => state.sessions);
  const unsaved = useEdits((state) => state.unsaved);
  const failure = useEdits((state) => state.failure);
  const pending = Object.values(sessions).filter(
    (session) => session.account === account && session.project === project && session.changes.length > 0,
  );
  if (pending.length === 0) return null;
  const isOne = pending.length === 1;
  return (
    <section className={styles.bar} aria-label="Pending changes">
      <Icon of={FilePen} />
      <div className={styles.branches}>
        {pending.map(({ branch, changes }) => (
          <span key={branch} className={styles.branch}>
            <span>
              {changes.length === 1 ? "1 pending change" : `${changes.length} pending changes`} on{" "}
              <code>{branch}</code>
            </span>
            <Button asChild variant={isOne ? "primary" : "default"} size="s">
              <AppLink
                href={hrefs.project(account, project, "changes", { ref: branch })}
                aria-label={isOne ? undefined : `Review and commit ${branch}`}
              >
                {isOne ? "Review and commit" : "Review"}
              </AppLink>
            </Button>
          </span>
        ))}
      </div>
      <span className={styles.status} role="status">
        {failure ? `Not saved: ${failure}` : unsaved > 0 ? "Saving the draft…" : "Draft saved"}
      </span>
      {children ? <div className={styles.file}>{children}</div> : null}
    </section>
  );
}
