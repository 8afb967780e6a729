import { Pencil } from "lucide-react";
import { useContext } from "react";
import { getMergeRequestApprovals } from "../../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { PeoplePicker } from "../../../features/people/people-picker.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { Person } from "./person.tsx";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface ReviewersFieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The reviewers, and whether they approved; null on a service without reviewers. */
export function ReviewersField({ mergeRequest: { iid, reviewers }, editable }: ReviewersFieldProps) {
  const { project } = useContext(ReviewContext);
  const edit = useEdit();
  const approvals = useOperation(
    getMergeRequestApprovals,
    reviewers && reviewers.length > 0 ? { id: project, merge_request_iid: iid } : null,
  );
  if (!reviewers) return null;
  const approvedBy = new Set(approvals.data?.approved_by.map(({ user }) => user.id));
  const request = async (people: readonly UserSummary[]) => {
    const made = await edit({
      send: { reviewer_ids: people.map(({ id }) => id) },
      show: { reviewers: [...people] },
      failed: "The reviewers were not changed",
    });
    const saved = made?.reviewers?.length ?? 0;
    if (made && saved < people.length)
      toast.warning(`The service saved ${saved} of ${people.length} reviewers`);
  };
  return (
    <SidebarField
      title="Reviewers"
      action={
        editable ? (
          <PeoplePicker
            project={project}
            label="People to review"
            trigger={<IconButton label="Edit reviewers" icon={Pencil} size="s" />}
            chosen={reviewers}
            onDone={(people) => void request(people)}
          />
        ) : null
      }
    >
      {reviewers.length === 0 ? <p className={layout.muted}>None</p> : null}
      {reviewers.map((person) => (
        <Person key={person.id} person={person}>
          {approvedBy.has(person.id) ? <Badge tone="added">Approved</Badge> : null}
        </Person>
      ))}
    </SidebarField>
  );
}
