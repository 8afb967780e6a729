import { useContext } from "react";
import { listCommitStatuses } from "../../../../shared/api/resources/commits.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { statusStyle } from "../../../features/ci/status-style.ts";
import { Badge } from "../../../ui/badge.tsx";
import flow from "../../../ui/flow.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "../review.module.css";
import { AssigneesField } from "./assignees-field.tsx";
import { LabelsField } from "./labels-field.tsx";
import { MilestoneField } from "./milestone-field.tsx";
import { OptionsField } from "./options-field.tsx";
import { ReviewersField } from "./reviewers-field.tsx";
import { SidebarField } from "./sidebar-field.tsx";
import { DraftSwitch, TargetField } from "./target-field.tsx";
import { TimeTracking } from "./time-tracking.tsx";

interface MergeRequestSidebarProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
}

/** The sidebar's fields: people, labels, milestone, time and checks; most can be edited. */
export function MergeRequestSidebar({ mergeRequest, extended }: MergeRequestSidebarProps) {
  const shared = { mergeRequest, editable: extended };
  return (
    <aside className={styles.side} aria-label="Details">
      <AssigneesField {...shared} />
      <ReviewersField {...shared} />
      <LabelsField {...shared} />
      <MilestoneField {...shared} />
      <TargetField {...shared} />
      {extended && mergeRequest.state === "opened" ? <DraftSwitch mergeRequest={mergeRequest} /> : null}
      <OptionsField {...shared} />
      <SidebarField title="Time">
        <TimeTracking />
      </SidebarField>
      {mergeRequest.sha ? <Checks sha={mergeRequest.sha} /> : null}
      <SidebarField title="Updated">
        <p>
          <RelativeTime time={mergeRequest.updated_at ?? mergeRequest.created_at ?? 0} />
        </p>
      </SidebarField>
    </aside>
  );
}

/** Checks of the head commit; null where there are none or the service does not list them. */
function Checks({ sha }: { readonly sha: string }) {
  const { project } = useContext(ReviewContext);
  const statuses = useOperationAll(listCommitStatuses, { id: project, sha, per_page: 100 }).data ?? [];
  if (statuses.length === 0) return null;
  return (
    <SidebarField title="Checks">
      <div className={flow.clusterTight}>
        {statuses.map(({ id, name, status }) => (
          <Badge
            key={id ?? name}
            tone={status === "success" ? "added" : status === "failed" ? "danger" : "running"}
          >{`${name}: ${statusStyle(status).word}`}</Badge>
        ))}
      </div>
    </SidebarField>
  );
}
