import { Pencil } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { PeoplePicker } from "../../../features/people/people-picker.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { Person } from "./person.tsx";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface AssigneesFieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The assignees, chosen from the project's members. */
export function AssigneesField({ mergeRequest: { assignees }, editable }: AssigneesFieldProps) {
  const { project, me } = useContext(ReviewContext);
  const edit = useEdit();
  const assign = async (people: readonly UserSummary[]) => {
    const made = await edit({
      // Every version has the field for one person, only newer ones that for several.
      send:
        people.length > 1
          ? { assignee_ids: people.map(({ id }) => id) }
          : { assignee_id: people[0]?.id ?? 0 },
      show: { assignees: [...people], assignee: people[0] ?? null },
      failed: "The assignees were not changed",
    });
    if (made && made.assignees.length < people.length)
      toast.warning(`The service saved ${made.assignees.length} of ${people.length} assignees`);
  };
  return (
    <SidebarField
      title="Assignees"
      action={
        editable ? (
          <PeoplePicker
            project={project}
            label="People to assign"
            trigger={<IconButton label="Edit assignees" icon={Pencil} size="s" />}
            chosen={assignees}
            onDone={(people) => void assign(people)}
          />
        ) : null
      }
    >
      {assignees.length === 0 ? <p className={layout.muted}>None</p> : null}
      {assignees.map((person) => (
        <Person key={person.id} person={person} />
      ))}
      {editable && me && assignees.length === 0 ? (
        <Button
          size="s"
          onClick={() => void assign([{ ...me, state: "active", avatar_url: null, web_url: "" }])}
        >
          Assign yourself
        </Button>
      ) : null}
    </SidebarField>
  );
}
