import { Inbox } from "lucide-react";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EntryCard } from "./entry-card.tsx";
import styles from "./outbox.module.css";

/** Comments and approvals that have not reached their service, and why. */
export function OutboxView() {
  const entries = useOutbox((state) => state.entries);
  if (entries.length === 0) {
    return (
      <section className={styles.page} aria-label="Outbox" {...focusable}>
        <PageHeader title="Outbox" icon={Inbox} />
        <EmptyState
          icon={Inbox}
          title="Outbox is empty"
          description="Comments that you write while offline are saved here until they are sent."
        />
      </section>
    );
  }
  return (
    <section className={styles.page} aria-label="Outbox" {...focusable}>
      <PageHeader
        title="Outbox"
        icon={Inbox}
        meta="Sent when the service can be reached, after checking the merge request for changes"
      />
      <div className={styles.entries}>
        {entries.map((entry) => (
          <EntryCard key={entry.draftKey} entry={entry} />
        ))}
      </div>
    </section>
  );
}

const focusable = { tabIndex: 0 };
