import { ExternalLink, FolderInput, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Group } from "../../../shared/api/resources/groups.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { openExternal } from "../../api/settings.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { useAccount } from "../../state/host-state.ts";
import { Button } from "../../ui/button.tsx";
import { MenuItem } from "../../ui/menu-item.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { GroupForm } from "./group-form.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useDeleteGroup } from "./use-delete-group.ts";
import { useOwnsGroup } from "./use-owns-group.ts";

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
      <Button
        icon={Plus}
        disabled={isBlocked}
        title={isBlocked ? why : undefined}
        onClick={() => setDialog("create")}
      >
        New subgroup
      </Button>
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
              openExternal(group.web_url).catch((error: unknown) =>
                toast.problem("The link could not be opened", describeProblem(error)),
              );
            }}
          >
            Open on the service's website
          </MenuItem>
        ) : null}
        <MenuItem
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
