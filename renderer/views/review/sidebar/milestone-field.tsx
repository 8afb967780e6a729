import { Pencil } from "lucide-react";
import { useContext, useState } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listMilestones } from "../../../../shared/api/resources/project-lists.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface MilestoneFactProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The milestone of a merge request. */
export function MilestoneField({ mergeRequest: { milestone }, editable }: MilestoneFactProps) {
  const { project } = useContext(ReviewContext);
  const edit = useEdit();
  const [open, setOpen] = useState(false);
  const list = useOperation(listMilestones, open ? { id: project, state: "active", per_page: 100 } : null, {
    staleTime: 60_000,
  });
  const milestones = list.data ?? [];
  return (
    <SidebarField
      title="Milestone"
      action={
        editable ? (
          <Combobox
            label="Milestone of the merge request"
            placeholder="Find a milestone…"
            align="end"
            trigger={<IconButton label="Edit milestone" icon={Pencil} size="s" />}
            items={[
              { id: "0", label: "No milestone", selected: !milestone },
              ...milestones.map(({ id, title, due_date }) => ({
                id: String(id),
                label: title,
                selected: id === milestone?.id,
                ...(due_date ? { hint: `due ${due_date}` } : {}),
              })),
            ]}
            onOpenChange={setOpen}
            loading={list.isFetching}
            problem={problemText(list.error)}
            onChoose={({ id }) => {
              const next = milestones.find((each) => String(each.id) === id) ?? null;
              if (next?.id === milestone?.id) return;
              void edit({
                send: { milestone_id: Number(id) },
                show: { milestone: next },
                failed: "The milestone was not changed",
              });
            }}
          />
        ) : null
      }
    >
      <p className={milestone ? undefined : layout.muted}>{milestone?.title ?? "None"}</p>
      {milestone?.start_date ? <p className={layout.muted}>from {milestone.start_date}</p> : null}
      {milestone?.due_date ? <p className={layout.muted}>due {milestone.due_date}</p> : null}
    </SidebarField>
  );
}
