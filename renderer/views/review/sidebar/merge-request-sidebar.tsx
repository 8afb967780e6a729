import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { CheckBadges } from "../../../features/checks/check-badges.tsx";
import { useHeadChecks } from "../../../features/checks/use-head-checks.ts";
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
      <Checks mergeRequest={mergeRequest} />
      <SidebarField title="Updated">
        <p>
          <RelativeTime time={mergeRequest.updated_at ?? mergeRequest.created_at ?? ""} />
        </p>
      </SidebarField>
    </aside>
  );
}

/** Checks of the head commit; null where there are none. */
function Checks({ mergeRequest }: { readonly mergeRequest: MergeRequest }) {
  const { project } = useContext(ReviewContext);
  const { checks = [] } = useHeadChecks(project, mergeRequest);
  if (checks.length === 0) return null;
  return (
    <SidebarField title="Checks">
      <CheckBadges statuses={checks} />
    </SidebarField>
  );
}
