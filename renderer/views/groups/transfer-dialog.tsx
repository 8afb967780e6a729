import { useState } from "react";
import { type Group, transferProject } from "../../../shared/api/resources/groups.ts";
import { listProjects, type Project } from "../../../shared/api/resources/projects.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useAccount } from "../../state/host-state.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldList } from "../../ui/field-list.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

interface TransferDialogProps {
  readonly account: string;
  readonly group: Group;
  readonly onClose: () => void;
}

/** Moves a project into a group. Only administrators may; others see an explanation. */
export function TransferDialog({ account, group, onClose }: TransferDialogProps) {
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const write = useWrite();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<Project | null>(null);
  const submission = useSubmit(async () => {
    if (chosen === null) return;
    await write(transferProject, { id: group.id, project_id: chosen.id });
    toast.success(`Transferred ${chosen.name} to ${group.full_name}`);
    onClose();
  });
  const found = useOperation(
    listProjects,
    isAdmin ? { search: query, order_by: "last_activity_at", per_page: 30 } : null,
    { keepPrevious: true },
  );
  if (!isAdmin) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`Transfer a project to ${group.name}`}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <p>
          Only administrators of the service can transfer a project into a group. Ask one of them to move it
          to <code>{group.full_path}</code>.
        </p>
      </Dialog>
    );
  }
  const items = (found.data ?? [])
    .filter(({ namespace }) => namespace?.full_path !== group.full_path)
    .map((project) => ({
      id: String(project.id),
      label: project.name,
      hint: project.path_with_namespace,
      mark: <Avatar name={project.name} size={18} square />,
      project,
    }));
  return (
    <FormDialog
      onClose={onClose}
      title={`Transfer a project to ${group.name}`}
      description={`The project keeps its repository, merge requests and ID. Its address changes to ${group.full_path}/…`}
      submitLabel="Transfer project"
      submission={submission}
      isReady={chosen !== null}
    >
      <Combobox
        label="Projects"
        placeholder="Search projects"
        trigger={<Button>{chosen ? chosen.path_with_namespace : "Choose a project…"}</Button>}
        items={items}
        loading={found.isFetching}
        problem={problemText(found.error)}
        onQuery={setQuery}
        onChoose={({ project }) => {
          setChosen(project);
          submission.reset();
        }}
        empty="No matches"
      />
      {chosen ? <Consequences project={chosen} group={group} /> : null}
    </FormDialog>
  );
}

const ranks = ["private", "internal", "public"];

function Consequences({ project, group }: { readonly project: Project; readonly group: Group }) {
  const isNarrowed = ranks.indexOf(project.visibility ?? "") > ranks.indexOf(group.visibility);
  return (
    <FieldList
      fields={[
        { name: "From", value: project.path_with_namespace },
        { name: "To", value: `${group.full_path}/${project.path}` },
        {
          name: "Access",
          value: `Members of ${group.full_name} get access; members of the former group lose it.`,
        },
        {
          name: "Visibility",
          value: isNarrowed ? `Becomes ${group.visibility}, as ${group.name} is.` : null,
        },
      ]}
    />
  );
}
