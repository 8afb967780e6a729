import { Pencil } from "lucide-react";
import { useContext, useState } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listProjectMembers } from "../../../../shared/api/resources/project-lists.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { MultiCombobox } from "../../../ui/multi-combobox.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../review-context.ts";
import styles from "./sidebar.module.css";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface AssigneesFactProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The assignees, chosen from the project's members. */
export function AssigneesField({ mergeRequest: { assignees }, editable }: AssigneesFactProps) {
  const { project, me } = useContext(ReviewContext);
  const edit = useEdit();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const members = useOperation(
    listProjectMembers,
    open ? { id: project, per_page: 100, ...(query ? { query } : {}) } : null,
    { keepPrevious: true, staleTime: 60_000 },
  );
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
      toast.warning(`The service keeps ${made.assignees.length} of ${people.length} assignees`);
  };
  const people = [...assignees, ...(members.data ?? [])];
  return (
    <SidebarField
      title="Assignees"
      action={
        editable ? (
          <MultiCombobox
            label="People to assign"
            placeholder="Find people…"
            trigger={<IconButton label="Edit assignees" icon={Pencil} size="s" />}
            items={(members.data ?? []).map(toItem)}
            chosen={assignees.map(toItem)}
            onQuery={setQuery}
            onOpenChange={setOpen}
            loading={members.isFetching}
            empty={members.error ? "The service does not list its members." : "No matches"}
            onDone={(chosen) =>
              void assign(chosen.flatMap(({ id }) => people.find((person) => String(person.id) === id) ?? []))
            }
          />
        ) : null
      }
    >
      {assignees.length === 0 ? <p className={layout.muted}>Nobody</p> : null}
      {assignees.map((person) => (
        <p key={person.id} className={styles.person}>
          <Avatar name={person.name} size={20} /> {person.name}
        </p>
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

const toItem = ({ id, name, username }: UserSummary) => ({
  id: String(id),
  label: name,
  hint: `@${username}`,
  mark: <Avatar name={name} size={18} />,
});
