import { type ReactNode, useContext } from "react";
import { listCommitStatuses } from "../../../shared/api/commits.ts";
import type { MergeRequest } from "../../../shared/api/merge-request-shapes.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./review.module.css";
import { ReviewContext } from "./review-context.ts";
import { TimeTracking } from "./time-tracking.tsx";

interface SideFactsProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
}

/** Who, what labels, which milestone, how long, and what the checks said. */
export function SideFacts({ mergeRequest }: SideFactsProps) {
  const { assignees, assignee, labels, milestone } = mergeRequest;
  const people = assignees.length > 0 ? assignees : assignee ? [assignee] : [];
  return (
    <aside className={styles.side} aria-label="Facts">
      <Fact title="Assignees">
        {people.length === 0 ? <p className={styles.muted}>Nobody</p> : null}
        {people.map((person) => (
          <p key={person.id} className={styles.people}>
            <Avatar name={person.name} size={20} /> {person.name}
          </p>
        ))}
      </Fact>
      <Fact title="Labels">
        {labels.length === 0 ? <p className={styles.muted}>None</p> : null}
        <div className={styles.labels}>
          {labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </div>
      </Fact>
      <Fact title="Milestone">
        <p className={milestone ? undefined : styles.muted}>{milestone?.title ?? "None"}</p>
        {milestone?.due_date ? <p className={styles.muted}>due {milestone.due_date}</p> : null}
      </Fact>
      <Fact title="Time">
        <TimeTracking />
      </Fact>
      {mergeRequest.sha ? <Checks sha={mergeRequest.sha} /> : null}
      <Fact title="Changed">
        <p>
          <RelativeTime time={mergeRequest.updated_at ?? mergeRequest.created_at ?? 0} />
        </p>
      </Fact>
    </aside>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What the checks said of the head; nothing where none ran or the service tells none. */
function Checks({ sha }: { readonly sha: string }) {
  const { project } = useContext(ReviewContext);
  const statuses = useOperationAll(listCommitStatuses, { id: project, sha, per_page: 100 }).data ?? [];
  if (statuses.length === 0) return null;
  return (
    <Fact title="Checks">
      <div className={styles.labels}>
        {statuses.map(({ id, name, status }) => (
          <Badge
            key={id ?? name}
            tone={status === "success" ? "added" : status === "failed" ? "danger" : "running"}
          >{`${name}: ${status}`}</Badge>
        ))}
      </div>
    </Fact>
  );
}
