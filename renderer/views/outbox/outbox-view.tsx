import { Inbox } from "lucide-react";
import { useRef } from "react";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import flow from "../../ui/flow.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import { EntryCard } from "./entry-card.tsx";
import styles from "./outbox.module.css";

/** Comments and approvals that have not reached their service, and why. */
export function OutboxView() {
  const entries = useOutbox((state) => state.entries);
  const page = useRef<HTMLElement>(null);
  useLostFocus(entries, () => page.current);
  const isEmpty = entries.length === 0;
  return (
    <section ref={page} className={cx(flow.scroll, styles.page)} aria-label="Outbox" {...focusable}>
      <PageHeader
        title="Outbox"
        icon={Inbox}
        meta={
          isEmpty
            ? null
            : "Sent when the service can be reached, after checking the merge request for changes"
        }
      />
      {isEmpty ? (
        <EmptyState
          icon={Inbox}
          title="Outbox is empty"
          description="Comments that you write while offline are saved here until they are sent."
        />
      ) : (
        <div className={styles.entries}>
          {entries.map((entry) => (
            <EntryCard key={entry.draftKey} entry={entry} />
          ))}
        </div>
      )}
    </section>
  );
}

const focusable = { tabIndex: 0 };
