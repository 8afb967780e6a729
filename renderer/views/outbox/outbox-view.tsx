import { Inbox } from "lucide-react";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ParcelCard } from "./entry-card.tsx";
import styles from "./outbox.module.css";

/** All that was written for merge requests and has not reached its service: what waits, why, and what can be done. */
export function OutboxView() {
  const parcels = useOutbox((state) => state.parcels);
  if (parcels.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="Nothing waits"
        description="What you say on a merge request while its service cannot be reached is kept here, on disk, until it was sent."
      />
    );
  }
  return (
    <section className={styles.page} aria-label="Outbox" {...focusable}>
      <PageHeader
        title="Outbox"
        icon={Inbox}
        meta="Sent as soon as the service answers and the merge request was looked at again"
      />
      <div className={styles.parcels}>
        {parcels.map((parcel) => (
          <ParcelCard key={parcel.place} parcel={parcel} />
        ))}
      </div>
    </section>
  );
}

const focusable = { tabIndex: 0 };
