import { ExternalLink, FolderInput, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  deleteGroup,
  type Group,
  listGroupProjects,
  listGroups,
  listSubgroups,
  transferProject,
} from "../../../shared/api/resources/groups.ts";
import { listProjects, type Project } from "../../../shared/api/resources/projects.ts";
import { shellRoutes } from "../../../shared/host/shell.ts";
import { describeProblem, failureOf, problemText } from "../../api/describe-problem.ts";
import { callHost } from "../../api/fetch-host.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { followGroupDeletion } from "../../state/group-deletions.ts";
import { useAccount } from "../../state/host-state.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { FieldList } from "../../ui/lists/field-list.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { GroupForm } from "./group-form.tsx";

/** Actions on a group. One that the account may not do is disabled and names who may. */
export function GroupActions({ account, group }: { readonly account: string; readonly group: Group }) {
  const [dialog, setDialog] = useState<"create" | "edit" | "transfer" | null>(null);
  const remove = useDeleteGroup(account);
  const isLocal = useAccount(account)?.kind === "local";
  const owns = useOwnsGroup(account, group) !== false;
  const isBlocked = !owns || Boolean(group.marked_for_deletion_on);
  const why = group.marked_for_deletion_on ? "The group is being deleted" : "Only owners of the group can";
  const description = isBlocked ? { description: why } : {};
  useRegisterCommands(
    isBlocked
      ? []
      : [
          {
            id: "group.new-subgroup",
            title: "New subgroup",
            section: "Group",
            icon: Plus,
            run: () => setDialog("create"),
          },
          {
            id: "group.edit",
            title: "Edit group",
            section: "Group",
            icon: Pencil,
            run: () => setDialog("edit"),
          },
          {
            id: "group.transfer",
            title: "Transfer a project into this group",
            section: "Group",
            icon: FolderInput,
            run: () => setDialog("transfer"),
          },
          {
            id: "group.delete",
            title: "Delete group",
            section: "Group",
            icon: Trash2,
            run: () => void remove(group),
          },
        ],
  );
  const close = () => setDialog(null);
  return (
    <>
      <IconButton
        label="New subgroup"
        icon={Plus}
        disabled={isBlocked}
        title={isBlocked ? why : undefined}
        onClick={() => setDialog("create")}
      />
      <MoreMenu of={group.name}>
        <MenuItem icon={Pencil} disabled={isBlocked} onSelect={() => setDialog("edit")} {...description}>
          Edit group…
        </MenuItem>
        <MenuItem
          icon={FolderInput}
          disabled={Boolean(group.marked_for_deletion_on)}
          onSelect={() => setDialog("transfer")}
        >
          Transfer a project here…
        </MenuItem>
        {group.web_url && !isLocal ? (
          <MenuItem
            icon={ExternalLink}
            onSelect={() => {
              callHost(shellRoutes.openExternal, { body: { url: group.web_url } }).catch((error: unknown) =>
                toast.problem("The link could not be opened", describeProblem(error)),
              );
            }}
          >
            Open on the service's website
          </MenuItem>
        ) : null}
        <MenuItem
          writes
          icon={Trash2}
          danger
          disabled={isBlocked}
          onSelect={() => void remove(group)}
          {...description}
        >
          Delete group…
        </MenuItem>
      </MoreMenu>
      {dialog === "create" ? <GroupForm account={account} parent={group} onClose={close} /> : null}
      {dialog === "edit" ? <GroupForm account={account} parent={null} group={group} onClose={close} /> : null}
      {dialog === "transfer" ? <TransferDialog account={account} group={group} onClose={close} /> : null}
    </>
  );
}

/** Returns whether the account's user owns a group, as administrators own all; null while that is not known. */
function useOwnsGroup(account: string, group: Group): boolean | null {
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const owned = useOperationAll(
    listGroups,
    isAdmin ? null : { owned: true, search: group.path, per_page: 100 },
    { staleTime: 60_000 },
  );
  if (isAdmin) return true;
  return owned.data ? owned.data.some(({ id }) => id === group.id) : null;
}

/** Returns how many projects and direct subgroups a group has; null where the service does not count. */
async function countContent(account: string, { id }: Group) {
  const [projects, subgroups] = await Promise.all([
    requestOperation(account, listGroupProjects, {
      id,
      include_subgroups: true,
      with_shared: false,
      simple: true,
      per_page: 1,
    }),
    requestOperation(account, listSubgroups, { id, all_available: true, per_page: 1 }),
  ]);
  return { projects: projects.paging.total, subgroups: subgroups.paging.total };
}

const plural = (count: number | null, one: string, many: string): string =>
  count === null ? `all ${many}` : `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** Deletes a group after its path was typed, and follows the deletion until the group is gone. */
function useDeleteGroup(account: string): (group: Group) => Promise<void> {
  const write = useWrite(deleteGroup);
  const go = useGo();
  return async (group) => {
    try {
      const { projects, subgroups } = await countContent(account, group);
      const isDone = await confirm({
        title: `Delete ${group.full_name}?`,
        description: `This deletes ${plural(projects, "project", "projects")} with their repositories, merge requests, pipelines and wikis, and ${plural(subgroups, "subgroup", "subgroups")}, for everyone. It cannot be undone.`,
        confirmLabel: "Delete group",
        danger: true,
        requireText: group.full_path,
        failureTitle: `${group.full_path} was not deleted`,
        attempt: () => failureOf(write({ id: group.id })),
      });
      if (!isDone) return;
      followGroupDeletion({ account, id: group.id, path: group.full_path, projects });
      toast.info(`Deleting ${group.full_path}`, { description: "See progress in the status bar." });
      go(hrefs.groups(account));
    } catch (error) {
      toast.problem(`${group.full_path} was not deleted`, describeProblem(error));
    }
  };
}

interface TransferDialogProps {
  readonly account: string;
  readonly group: Group;
  readonly onClose: () => void;
}

/** Moves a project into a group. Only administrators may; others see an explanation. */
function TransferDialog({ account, group, onClose }: TransferDialogProps) {
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const write = useWrite(transferProject);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<Project | null>(null);
  const submission = useSubmit(async () => {
    if (chosen === null) return;
    await write({ id: group.id, project_id: chosen.id });
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
